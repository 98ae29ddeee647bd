/* The twin of examples/flanagan_godefroid.sys: one transition per statement.
 * -DATOMIC: context switches only before taking a lock, placed by hand. -DTHREADS=n. */
#ifndef THREADS
#define THREADS 6
#endif
#define INODES 32
#define BLOCKS 26

bool locki[INODES];
bool lockb[BLOCKS];
byte inode[INODES];
bool busy[BLOCKS];

active [THREADS] proctype worker() {
  byte i = _pid % INODES;
  byte b;
#ifndef ATOMIC
  d_step { !locki[i] -> locki[i] = true };
  if
  :: inode[i] == 0 ->
     b = (i * 2) % BLOCKS;
     do
     :: d_step { !lockb[b] -> lockb[b] = true };
        if
        :: !busy[b] ->
           busy[b] = true;
           inode[i] = b + 1;
           lockb[b] = false;
           break
        :: else
        fi;
        lockb[b] = false;
        b = (b + 1) % BLOCKS
     od
  :: else
  fi;
  locki[i] = false;
#else
  atomic {
    d_step { !locki[i] -> locki[i] = true };
    if
    :: inode[i] == 0 -> b = (i * 2) % BLOCKS
    :: else -> locki[i] = false; goto end
    fi
  };
  do
  :: atomic {
       d_step { !lockb[b] -> lockb[b] = true };
       if
       :: !busy[b] ->
          busy[b] = true;
          inode[i] = b + 1;
          lockb[b] = false;
          locki[i] = false;
          break
       :: else
       fi;
       lockb[b] = false;
       b = (b + 1) % BLOCKS
     }
  od;
#endif
end: false
}
