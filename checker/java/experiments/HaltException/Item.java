/** What is exchanged: a number and its square. */
class Item {
    int number;
    int square;

    Item(int number, int square) {
        this.number = number;
        this.square = square;
    }
}
