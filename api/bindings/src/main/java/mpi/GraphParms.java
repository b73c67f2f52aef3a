package mpi;

/** A graph: the neighbors of all ranks one after the other, and where those of each rank end. */
public final class GraphParms {

    /** mpiJava 1.2: where the neighbors of each rank end in {@link #edges}. */
    public int[] index = {};

    /** mpiJava 1.2: the neighbors. */
    public int[] edges = {};

    /** Without ranks. */
    public GraphParms() {}

    GraphParms(int[] index, int[] edges) {
        this.index = index.clone();
        this.edges = edges.clone();
    }

    /** How many ranks there are. */
    public int getIndexCount() {
        return index.length;
    }

    /** Where the neighbors of a rank end. */
    public int getIndex(int i) {
        return index[i];
    }

    /** How many edges there are. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** An edge's end. */
    public int getEdge(int i) {
        return edges[i];
    }
}
