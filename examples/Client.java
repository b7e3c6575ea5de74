// A complete player of Piranhas in Java 17 or newer, without any package: it speaks the contest's protocol by itself.
// Try it:  schwarm match piranhas "java Client.java" random --games 10
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Client {
    static final int SIZE = 10;
    static final Random CHANCE = new Random();

    // --- the rules -----------------------------------------------------------------------------------
    enum Direction {
        UP(0, 1), UP_RIGHT(1, 1), RIGHT(1, 0), DOWN_RIGHT(1, -1),
        DOWN(0, -1), DOWN_LEFT(-1, -1), LEFT(-1, 0), UP_LEFT(-1, 1);

        final int dx;
        final int dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    record Move(int x, int y, Direction direction, int goalX, int goalY) {}

    /** The board of a state message: board[y][x] is EMPTY, SQUID, or team and size of a fish such as ONE_L. */
    static String[][] readBoard(String state) {
        String[][] board = new String[SIZE][SIZE];
        Matcher fields = Pattern.compile("<field>(\\w+)</field>").matcher(state);
        for (int place = 0; place < SIZE * SIZE && fields.find(); place++) {
            board[place / SIZE][place % SIZE] = fields.group(1);
        }
        return board;
    }

    static boolean inside(int x, int y) {
        return x >= 0 && y >= 0 && x < SIZE && y < SIZE;
    }

    static boolean isFish(String field) {
        return field.startsWith("ONE_") || field.startsWith("TWO_");
    }

    /** A fish swims exactly as far as there are fish on its line, over its own, never over others. */
    static List<Move> legalMoves(String[][] board, String team) {
        List<Move> moves = new ArrayList<>();
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                if (!board[y][x].startsWith(team)) continue;
                for (Direction way : Direction.values()) {
                    int distance = 1; // the fish itself counts
                    for (int sign : new int[] {1, -1}) {
                        for (int n = sign; inside(x + n * way.dx, y + n * way.dy); n += sign) {
                            if (isFish(board[y + n * way.dy][x + n * way.dx])) distance++;
                        }
                    }
                    int goalX = x + distance * way.dx;
                    int goalY = y + distance * way.dy;
                    if (!inside(goalX, goalY)) continue;
                    boolean free = !board[goalY][goalX].equals("SQUID") && !board[goalY][goalX].startsWith(team);
                    for (int n = 1; n < distance; n++) {
                        String between = board[y + n * way.dy][x + n * way.dx];
                        if (isFish(between) && !between.startsWith(team)) free = false;
                    }
                    if (free) moves.add(new Move(x, y, way, goalX, goalY));
                }
            }
        }
        return moves;
    }

    /** The weight of the heaviest swarm: fish of a team that touch, also at corners. */
    static int heaviestSwarm(String[][] board, String team) {
        boolean[][] seen = new boolean[SIZE][SIZE];
        int heaviest = 0;
        for (int start = 0; start < SIZE * SIZE; start++) {
            Deque<int[]> open = new ArrayDeque<>();
            open.push(new int[] {start % SIZE, start / SIZE});
            int weight = 0;
            while (!open.isEmpty()) {
                int[] at = open.pop();
                int x = at[0];
                int y = at[1];
                if (!inside(x, y) || seen[y][x] || !board[y][x].startsWith(team)) continue;
                seen[y][x] = true;
                weight += " SML".indexOf(board[y][x].charAt(board[y][x].length() - 1));
                for (Direction way : Direction.values()) open.push(new int[] {x + way.dx, y + way.dy});
            }
            heaviest = Math.max(heaviest, weight);
        }
        return heaviest;
    }

    // --- the player: this is what you want to change -------------------------------------------------
    /** The move after which our heaviest swarm outweighs the other one by most. */
    static Move choose(String[][] board, String team) {
        String other = team.equals("ONE") ? "TWO" : "ONE";
        Move best = null;
        double bestValue = Double.NEGATIVE_INFINITY;
        for (Move move : legalMoves(board, team)) {
            String taken = board[move.goalY][move.goalX];
            board[move.goalY][move.goalX] = board[move.y][move.x];
            board[move.y][move.x] = "EMPTY";
            double value = heaviestSwarm(board, team) - heaviestSwarm(board, other) + CHANCE.nextDouble() / 2;
            board[move.y][move.x] = board[move.goalY][move.goalX];
            board[move.goalY][move.goalX] = taken;
            if (value > bestValue) {
                best = move;
                bestValue = value;
            }
        }
        return best;
    }

    // --- the protocol --------------------------------------------------------------------------------
    private String team = "ONE";
    private String[][] board;
    private final OutputStream out;

    Client(OutputStream out) {
        this.out = out;
    }

    void say(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    static String find(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : "";
    }

    /** One whole message; false after the last one. */
    boolean hear(String message) throws IOException {
        switch (find("<data class=\"(\\w+)\"", message)) {
            case "welcomeMessage" -> team = find("color=\"(\\w+)\"", message);
            case "memento" -> {
                if (!message.contains("<row>")) {
                    System.err.println("This client plays piranhas; the server plays another game.");
                    System.exit(1);
                }
                board = readBoard(message);
            }
            case "moveRequest" -> {
                Move move = choose(board, team);
                say("<room roomId=\"" + find("roomId=\"([^\"]*)\"", message) + "\"><data class=\"move\"><from x=\""
                    + move.x + "\" y=\"" + move.y + "\"/><direction>" + move.direction + "</direction></data></room>");
            }
            case "result" -> {
                String winner = find("<winner team=\"(\\w+)\"", message);
                System.out.println("played " + team + ": "
                    + (winner.isEmpty() ? "draw" : winner.equals(team) ? "won" : "lost"));
            }
            default -> { }
        }
        return !message.startsWith("<left");
    }

    /** The arguments the contest gives: -h HOST -p PORT -r RESERVATION. */
    public static void main(String[] words) throws IOException {
        String host = "localhost";
        int port = 13050;
        String reservation = null;
        for (int n = 0; n + 1 < words.length; n += 2) {
            switch (words[n]) {
                case "-h", "--host" -> host = words[n + 1];
                case "-p", "--port" -> port = Integer.parseInt(words[n + 1]);
                case "-r", "--reservation" -> reservation = words[n + 1];
                default -> { }
            }
        }
        try (Socket socket = new Socket(host, port)) {
            socket.setTcpNoDelay(true);
            Client client = new Client(socket.getOutputStream());
            client.say("<protocol>" + (reservation == null
                ? "<join gameType=\"swc_2026_piranhas\"/>"
                : "<joinPrepared reservationCode=\"" + reservation + "\"/>"));
            client.listen(socket.getInputStream());
            client.say("<close/></protocol>");
        } catch (IOException error) {
            System.err.println("expected a contest server at " + host + " port " + port + ": " + error.getMessage());
            System.exit(1);
        }
    }

    /** A message is a whole room element, or one of the small ones that stand alone. */
    void listen(InputStream in) throws IOException {
        Pattern whole = Pattern.compile("<room .*?</room>|<left [^>]*/>", Pattern.DOTALL);
        String text = ""; // what came and is not understood yet
        byte[] block = new byte[1 << 16];
        for (int count = in.read(block); count >= 0; count = in.read(block)) {
            text += new String(block, 0, count, StandardCharsets.UTF_8);
            Matcher found = whole.matcher(text);
            int end = 0;
            while (found.find()) {
                end = found.end();
                if (!hear(found.group())) return;
            }
            text = text.substring(end);
        }
    }
}
