package programs;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** The game of life on a torus with distributed rows, by calls that send and receive in one; in mpiJava's spelling. */
public final class GameOfLifeOfMpiJava {

    private static final int HEIGHT = 20;
    private static final int WIDTH = 26;
    private static final int GENERATIONS = 50;
    private static final int UP = 41;
    private static final int DOWN = 42;

    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final int[] counts;
    private final int[] places;
    private final int rows;
    private boolean[] cells;

    private GameOfLifeOfMpiJava(Intracomm comm) throws MPIException {
        this.comm = comm;
        rank = comm.Rank();
        size = comm.Size();
        counts = new int[size];
        places = new int[size];
        for (int i = 0; i < size; i++) {
            places[i] = HEIGHT * i / size;
            counts[i] = HEIGHT * (i + 1) / size - places[i];
        }
        rows = counts[rank];
        cells = new boolean[(rows + 2) * WIDTH];
    }

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        new GameOfLifeOfMpiJava(MPI.COMM_WORLD).run(SerialReference.randomBoard(7, HEIGHT, WIDTH));
        new GameOfLifeOfMpiJava(MPI.COMM_WORLD).run(SerialReference.glider(HEIGHT, WIDTH, 18, 24));
        MPI.Finalize();
    }

    private void run(boolean[][] board) throws MPIException {
        boolean[] whole = new boolean[HEIGHT * WIDTH];
        if (rank == 0) {
            for (int y = 0; y < HEIGHT; y++) {
                System.arraycopy(board[y], 0, whole, y * WIDTH, WIDTH);
            }
        }
        Datatype row = Datatype.Contiguous(WIDTH, MPI.BOOLEAN);
        row.Commit();
        comm.Scatterv(whole, 0, counts, places, row, cells, WIDTH, rows, row, 0);
        for (int generation = 0; generation < GENERATIONS; generation++) {
            exchange();
            step();
        }
        boolean[] result = new boolean[HEIGHT * WIDTH];
        comm.Gatherv(cells, WIDTH, rows, row, result, 0, counts, places, row, 0);
        if (rank == 0) {
            boolean[][] all = new boolean[HEIGHT][WIDTH];
            for (int y = 0; y < HEIGHT; y++) {
                System.arraycopy(result, y * WIDTH, all[y], 0, WIDTH);
            }
            Claim.equal(SerialReference.live(board, GENERATIONS), all, "board");
        }
    }

    private void exchange() throws MPIException {
        int above = (rank + size - 1) % size;
        int below = (rank + 1) % size;
        int behind = (rows + 1) * WIDTH;
        Status status = comm.Sendrecv(
                cells, WIDTH, WIDTH, MPI.BOOLEAN, above, UP, cells, behind, WIDTH, MPI.BOOLEAN, below, UP);
        Claim.equal(WIDTH, status.Get_count(MPI.BOOLEAN), "cells of the row below");
        Claim.equal(below, status.source, "source of the row below");
        comm.Sendrecv(cells, rows * WIDTH, WIDTH, MPI.BOOLEAN, below, DOWN, cells, 0, WIDTH, MPI.BOOLEAN, above, DOWN);
    }

    private void step() {
        boolean[] next = new boolean[cells.length];
        for (int y = 1; y <= rows; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int neighbours = 0;
                for (int other = 0; other < 9; other++) {
                    int column = (x + WIDTH + other % 3 - 1) % WIDTH;
                    neighbours += other != 4 && cells[(y + other / 3 - 1) * WIDTH + column] ? 1 : 0;
                }
                next[y * WIDTH + x] = neighbours == 3 || neighbours == 2 && cells[y * WIDTH + x];
            }
        }
        cells = next;
    }
}
