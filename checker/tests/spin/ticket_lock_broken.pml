/* checker/examples/ticket_lock_broken.sys */
#ifndef THREADS
#define THREADS 3
#endif
byte taken, count;   /* taken: 0 for nobody */

active [THREADS] proctype client() {
  do
  :: atomic { taken == 0 -> taken = _pid + 1 };
  C: count = (count + 1) % 4;
     count = (count + 1) % 4;
     taken = 0
  od
}

ltl again_and_again { [] <> client[0]@C }
