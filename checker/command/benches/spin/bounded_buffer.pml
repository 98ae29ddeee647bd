/* The twin of examples/bounded_buffer.sys: one transition per statement.
 * -DATOMIC: context switches only before entering the monitor and while waiting, placed by hand.
 * -DITEMS=n -DCAPACITY=n: items to exchange, places in the buffer. */
#ifndef ITEMS
#define ITEMS 10
#endif
#ifndef CAPACITY
#define CAPACITY 6
#endif
#define PRODUCER 0
#define CONSUMER 1

bool owned;
bool waiting[2];
byte slot[CAPACITY];
byte used, put, get;
bool halted;

#define ENTER atomic { !owned -> owned = true }
#define LEAVE owned = false
#define WAIT atomic { waiting[_pid] = true; owned = false }; atomic { !owned && !waiting[_pid] -> owned = true }
#define NOTIFY_ALL atomic { waiting[PRODUCER] = false; waiting[CONSUMER] = false }

#ifndef ATOMIC

active proctype producer() {
  byte n;
  do
  :: n < ITEMS ->
     n = n + 1;
     ENTER;
     do
     :: used == CAPACITY -> WAIT
     :: else -> break
     od;
     if
     :: used == 0 -> NOTIFY_ALL
     :: else
     fi;
     slot[put] = n;
     put = (put + 1) % CAPACITY;
     used = used + 1;
     LEAVE
  :: else -> break
  od;
  ENTER;
  halted = true;
  NOTIFY_ALL;
  LEAVE;
end: false
}

active proctype consumer() {
  byte x, last;
  bool done;
  do
  :: !done ->
     ENTER;
     do
     :: used == 0 && !halted -> WAIT
     :: else -> break
     od;
     if
     :: used == 0 -> done = true
     :: else ->
        if
        :: used == CAPACITY -> NOTIFY_ALL
        :: else
        fi;
        x = slot[get];
        slot[get] = 0;
        get = (get + 1) % CAPACITY;
        used = used - 1
     fi;
     LEAVE;
     if
     :: !done ->
        assert(x == last + 1);
        last = x
     :: else
     fi
  :: else -> break
  od;
  assert(last == ITEMS);
end: false
}

#else

active proctype producer() {
  byte n = 1;
  do
  :: atomic {
       n <= ITEMS && !owned -> owned = true;
       do
       :: used == CAPACITY -> WAIT
       :: else -> break
       od;
       if
       :: used == 0 -> NOTIFY_ALL
       :: else
       fi;
       slot[put] = n;
       put = (put + 1) % CAPACITY;
       used = used + 1;
       LEAVE;
       n = n + 1
     }
  :: atomic {
       n > ITEMS && !owned -> owned = true;
       halted = true;
       NOTIFY_ALL;
       LEAVE;
       break
     }
  od;
end: false
}

active proctype consumer() {
  byte x, last;
  do
  :: atomic {
       ENTER;
       do
       :: used == 0 && !halted -> WAIT
       :: else -> break
       od;
       if
       :: used == 0 -> LEAVE; assert(last == ITEMS); break
       :: else
       fi;
       if
       :: used == CAPACITY -> NOTIFY_ALL
       :: else
       fi;
       x = slot[get];
       slot[get] = 0;
       get = (get + 1) % CAPACITY;
       used = used - 1;
       LEAVE;
       assert(x == last + 1);
       last = x
     }
  od;
end: false
}

#endif
