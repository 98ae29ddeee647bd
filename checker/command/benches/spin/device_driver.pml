/* The twin of examples/device_driver.sys: one transition per statement.
 * -DATOMIC: context switches only before what touches the pool, the queue or a semaphore, placed by hand.
 * -DUSERS=n: 2 to 4 users. */
#ifndef USERS
#define USERS 2
#endif
#ifdef ATOMIC
#define RUN atomic {
#define NUR }
#else
#define RUN
#define NUR
#endif
#define READ 0
#define WRITE 1

bool taken[USERS];
bit data[USERS];
byte done[USERS];
chan requests = [USERS] of { bit, byte, byte };

inline choose() {
  if
  :: op = READ
  :: op = WRITE
  fi;
  if
  :: b = 0
  :: b = 1
#if USERS > 2
  :: b = 2
#endif
#if USERS > 3
  :: b = 3
#endif
  fi
}

proctype user(byte u) {
  bit op;
  byte b;
#ifdef ATOMIC
  atomic { choose() };
#endif
  do
  ::
#ifndef ATOMIC
     choose();
#endif
     RUN
     d_step { !taken[b] -> taken[b] = true };
     assert(data[b] == 0);
     if
     :: op == WRITE -> data[b] = 1
     :: else
     fi
     NUR;
     requests!op, b, u;
     RUN
     d_step { done[u] > 0 -> done[u] = done[u] - 1 };
     if
     :: op == READ -> assert(data[b] == 1)
     :: else
     fi;
     data[b] = 0
     NUR;
#ifdef ATOMIC
     atomic { taken[b] = false; choose() }
#else
     taken[b] = false
#endif
  od
}

proctype driver() {
  bit op;
  byte b, u;
end:
  do
  :: RUN
     requests?op, b, u;
     if
     :: op == READ -> data[b] = 1
     :: else -> assert(data[b] == 1)
     fi
     NUR;
     d_step { assert(done[u] < 1); done[u] = done[u] + 1 }
  od
}

init {
  atomic {
    run user(0);
    run user(1);
#if USERS > 2
    run user(2);
#endif
#if USERS > 3
    run user(3);
#endif
    run driver()
  };
end: false
}
