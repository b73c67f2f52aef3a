package programs;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** The game of life on a torus with distributed rows, by nonblocking calls and derived datatypes; in Open MPI's spelling. */
public final class GameOfLife {

    private static final int HEIGHT = 23;
    private static final int WIDTH = 17;
    /** A row has a copy of its last cell before it, and one of its first after it. */
    private static final int STRIDE = WIDTH + 2;

    private static final int GENERATIONS = 50;
    private static final int UP = 31;
    private static final int DOWN = 32;
    private static final int RESULT = 33;

    private final Comm comm;
    private final int rank;
    private final int size;
    private final int first;
    private final int rows;
    private ByteBuffer cells;
    private ByteBuffer next;

    private GameOfLife(Comm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
        first = firstRow(rank);
        rows = firstRow(rank + 1) - first;
        cells = MPI.newByteBuffer((rows + 2) * STRIDE);
        next = MPI.newByteBuffer((rows + 2) * STRIDE);
    }

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        for (long seed = 1; seed <= 2; seed++) {
            new GameOfLife(MPI.COMM_WORLD).run(SerialReference.randomBoard(seed, HEIGHT, WIDTH));
        }
        new GameOfLife(MPI.COMM_WORLD).run(SerialReference.glider(HEIGHT, WIDTH, 3, 5));
        MPI.Finalize();
    }

    private int firstRow(int ofRank) {
        return HEIGHT * ofRank / size;
    }

    private void run(boolean[][] board) throws MPIException {
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < WIDTH; x++) {
                cells.put(at(y, x), (byte) (board[first + y][x] ? 1 : 0));
            }
        }
        Datatype row = Datatype.createContiguous(STRIDE, MPI.BYTE);
        row.commit();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            exchange(row);
            step();
        }
        row.free();
        boolean[][] all = gathered();
        if (rank == 0) {
            Claim.equal(SerialReference.live(board, GENERATIONS), all, "board");
        }
    }

    private static int at(int y, int x) {
        return (y + 1) * STRIDE + x + 1;
    }

    private void exchange(Datatype row) throws MPIException {
        for (int y = 0; y < rows; y++) {
            cells.put(at(y, -1), cells.get(at(y, WIDTH - 1)));
            cells.put(at(y, WIDTH), cells.get(at(y, 0)));
        }
        int above = (rank + size - 1) % size;
        int below = (rank + 1) % size;
        Request[] requests = {
            comm.iRecv(MPI.slice(cells, at(-1, -1)), 1, row, above, DOWN),
            comm.iRecv(MPI.slice(cells, at(rows, -1)), 1, row, below, UP),
            comm.iSend(MPI.slice(cells, at(0, -1)), 1, row, above, UP),
            comm.iSend(MPI.slice(cells, at(rows - 1, -1)), 1, row, below, DOWN),
        };
        Request.waitAll(requests);
    }

    private void step() {
        for (int y = 0; y < rows; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int neighbours = -cells.get(at(y, x));
                for (int other = 0; other < 9; other++) {
                    neighbours += cells.get(at(y + other / 3 - 1, x + other % 3 - 1));
                }
                boolean lives = neighbours == 3 || neighbours == 2 && cells.get(at(y, x)) == 1;
                next.put(at(y, x), (byte) (lives ? 1 : 0));
            }
        }
        ByteBuffer before = cells;
        cells = next;
        next = before;
    }

    /** The whole board on rank 0: rows are sent without the copies at their ends. */
    private boolean[][] gathered() throws MPIException {
        Datatype inner = Datatype.createVector(rows, WIDTH, STRIDE, MPI.BYTE);
        inner.commit();
        Request sent = comm.iSend(MPI.slice(cells, at(0, 0)), 1, inner, 0, RESULT);
        boolean[][] all = new boolean[HEIGHT][WIDTH];
        if (rank == 0) {
            byte[] whole = new byte[HEIGHT * WIDTH];
            for (int source = 0; source < size; source++) {
                int start = firstRow(source) * WIDTH;
                int count = firstRow(source + 1) * WIDTH - start;
                comm.recv(MPI.slice(whole, start), count, MPI.BYTE, source, RESULT);
            }
            for (int i = 0; i < whole.length; i++) {
                all[i / WIDTH][i % WIDTH] = whole[i] == 1;
            }
        }
        sent.waitFor();
        inner.free();
        return all;
    }
}
