/** Two threads pay into an account. What happens if `pay` is not synchronized? */
public class NAME {
    private int balance;

    synchronized void pay() {
        balance++;
    }

    public static void main(String[] args) throws InterruptedException {
        NAME account = new NAME();
        Thread one = new Thread(account::pay);
        Thread other = new Thread(account::pay);
        one.start();
        other.start();
        one.join();
        other.join();
        assert account.balance == 2;
    }
}
