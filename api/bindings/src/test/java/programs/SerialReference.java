package programs;

import java.util.Random;

/** What programs of several ranks compare their results with: the same problem on one rank, by another way where there is one. */
final class SerialReference {

    private SerialReference() {}

    /** Random numbers between -1 and 1, the same for each call. */
    static double[] randomVector(long seed, int length) {
        return new Random(seed).doubles(length, -1, 1).toArray();
    }

    /** Solves the one-dimensional Laplacian (2 on the diagonal, -1 beside it) by elimination. */
    static double[] solveLine(double[] right) {
        int n = right.length;
        double[] upper = new double[n];
        double[] x = right.clone();
        double diagonal = 2;
        x[0] /= diagonal;
        for (int i = 1; i < n; i++) {
            upper[i - 1] = -1 / diagonal;
            diagonal = 2 + upper[i - 1];
            x[i] = (x[i] + x[i - 1]) / diagonal;
        }
        for (int i = n - 2; i >= 0; i--) {
            x[i] -= upper[i] * x[i + 1];
        }
        return x;
    }

    /** Solves the two-dimensional Laplacian (4 on the diagonal, -1 for the four neighbours) of a grid by dense elimination. */
    static double[] solveGrid(double[] right, int width) {
        int n = right.length;
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            a[i][i] = 4;
            if (i % width > 0) {
                a[i][i - 1] = -1;
                a[i - 1][i] = -1;
            }
            if (i >= width) {
                a[i][i - width] = -1;
                a[i - width][i] = -1;
            }
        }
        double[] x = right.clone();
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                double factor = a[i][k] / a[k][k];
                for (int j = k; j < n; j++) {
                    a[i][j] -= factor * a[k][j];
                }
                x[i] -= factor * x[k];
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++) {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        return x;
    }

    /** A board of random cells, the same for each call. */
    static boolean[][] randomBoard(long seed, int height, int width) {
        Random random = new Random(seed);
        boolean[][] board = new boolean[height][width];
        for (boolean[] row : board) {
            for (int x = 0; x < width; x++) {
                row[x] = random.nextInt(3) == 0;
            }
        }
        return board;
    }

    /** A board with one glider, which moves by one cell down and right in four generations. */
    static boolean[][] glider(int height, int width, int top, int left) {
        boolean[][] board = new boolean[height][width];
        int[][] cells = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] cell : cells) {
            board[(top + cell[0]) % height][(left + cell[1]) % width] = true;
        }
        return board;
    }

    /** The board after some generations, where opposite edges are neighbours. */
    static boolean[][] live(boolean[][] first, int generations) {
        boolean[][] board = first;
        for (int generation = 0; generation < generations; generation++) {
            int height = board.length;
            int width = board[0].length;
            boolean[][] next = new boolean[height][width];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    next[y][x] = lives(board, y, x);
                }
            }
            board = next;
        }
        return board;
    }

    private static boolean lives(boolean[][] board, int y, int x) {
        int height = board.length;
        int width = board[0].length;
        int neighbours = 0;
        for (int other = 0; other < 9; other++) {
            int row = (y + height + other / 3 - 1) % height;
            int column = (x + width + other % 3 - 1) % width;
            neighbours += other != 4 && board[row][column] ? 1 : 0;
        }
        return neighbours == 3 || neighbours == 2 && board[y][x];
    }
}
