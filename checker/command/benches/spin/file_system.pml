/* The twin of examples/file_system.sys: one transition per statement.
 * -DATOMIC: context switches only before taking a lock, placed by hand.
 * -DFILES=n (2 to 4) -DBLOCKS=n -DTHREADS=n. A block or file that is none is 0, others count from 1. */
#ifndef FILES
#define FILES 2
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef THREADS
#define THREADS 2
#endif

bool mF;
bool m[FILES];
byte count;
byte list[BLOCKS];
byte block[FILES];
byte file[BLOCKS];
bit data[BLOCKS];

inline choose() {
  if
  :: f = 0
  :: f = 1
#if FILES > 2
  :: f = 2
#endif
#if FILES > 3
  :: f = 3
#endif
  fi
}

inline fill() {
  if
  :: count > 0 ->
     b = list[count - 1];
     d_step { count = count - 1; block[f] = b; file[b - 1] = f + 1 };
     assert(data[b - 1] == 0);
     data[b - 1] = 1
  :: else
  fi;
  mF = false
}

inline give_back() {
  d_step { list[count] = b; count = count + 1; block[f] = 0; file[b - 1] = 0 };
  data[b - 1] = 0;
  mF = false
}

#ifndef ATOMIC

proctype worker() {
  byte f, b;
  do
  :: choose();
     d_step { !m[f] -> m[f] = true };
     b = block[f];
     if
     :: b == 0 ->
        d_step { !mF -> mF = true };
        fill()
     :: else ->
        assert(file[b - 1] == f + 1 && data[b - 1] == 1);
        if
        :: skip
        :: d_step { !mF -> mF = true };
           give_back()
        fi
     fi;
     m[f] = false
  od
}

#else

proctype worker() {
  byte f, b;
  atomic { choose() };
  do
  :: atomic {
       d_step { !m[f] -> m[f] = true };
       b = block[f];
       if
       :: b == 0
       :: else -> assert(file[b - 1] == f + 1 && data[b - 1] == 1)
       fi
     };
     if
     :: atomic { b == 0 && !mF -> mF = true; fill(); m[f] = false; choose() }
     :: atomic { b != 0 -> m[f] = false; choose() }
     :: atomic { b != 0 && !mF -> mF = true; give_back(); m[f] = false; choose() }
     fi
  od
}

#endif

init {
  byte i;
  d_step {
    count = BLOCKS;
    i = 0;
    do
    :: i < BLOCKS -> list[i] = i + 1; i++
    :: else -> break
    od;
    i = 0
  };
  atomic {
    do
    :: i < THREADS -> run worker(); i++
    :: else -> i = 0; break
    od
  };
end: false
}
