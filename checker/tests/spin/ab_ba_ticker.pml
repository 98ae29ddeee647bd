/* checker/examples/ab_ba_ticker.sys */
#ifndef PLACES
#define PLACES 3
#endif
byte a, b;                  /* owners, from 1; 0 for nobody */
byte left[PLACES] = 1;
byte right[PLACES];
byte ticks;

active proctype mover() {
  byte k, taken;
  do
  :: atomic { a == 0 -> a = 1 };
     atomic { b == 0 -> b = 1 };
     k = 0;
     do
     :: k < PLACES ->
        taken = left[k];
        left[k] = right[k];
        right[k] = taken;
        k = k + 1
     :: else -> break
     od;
     b = 0;
     a = 0
  od
}

active proctype auditor() {
  byte k, sum, stamp;
  do
  :: atomic { a == 0 -> a = 2 };
     atomic { b == 0 -> b = 2 };
     k = 0;
     sum = 0;
     do
     :: k < PLACES ->
        sum = sum + left[k] + right[k];
        k = k + 1
     :: else -> break
     od;
     b = 0;
     a = 0;
     assert(sum == PLACES);
     stamp = ticks
  od
}

active proctype ticker() {
  do
  :: ticks = (ticks + 1) % 4
  od
}

#define p (a != 0 && a == b)
ltl goes_on { [] <> p }
