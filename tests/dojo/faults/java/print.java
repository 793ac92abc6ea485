import java.util.*;

class Kata {
    static boolean isLegalMove(Move move, List<Board> record) {
        System.out.println("hello");
        return true;
    }

    public static void main(String[] args) throws Exception {
        Dojo.run();
    }
}
