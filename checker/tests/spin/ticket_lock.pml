/* checker/examples/ticket_lock.sys */
#ifndef THREADS
#define THREADS 3
#endif
byte next, called, count;

active [THREADS] proctype client() {
  byte mine;
  do
  :: atomic { mine = next; next = (next + 1) % THREADS };
  W: (called == mine);
  C: count = (count + 1) % 4;
     count = (count + 1) % 4;
     called = (called + 1) % THREADS
  od
}

ltl again_and_again { [] <> client[0]@C }
