package programs.small;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each even rank and the next one have a socket, which they use before they join and after. */
public final class JoinedBySocket {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int TAG = 1;

    private JoinedBySocket() {}

    /** The program. */
    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        int rank = WORLD.getRank();
        boolean listens = rank % 2 == 0;
        if (!listens || rank + 1 < WORLD.getSize()) {
            try (SocketChannel socket = listens ? listened(rank + 1) : connected(rank - 1)) {
                swap(socket, rank);
                Intercomm both = Comm.join(socket);
                Claim.equal(1, both.getRemoteSize(), "one at the other end");
                talk(both, rank);
                swap(socket, rank);
                both.disconnect();
                swap(socket, rank);
            }
        }
        MPI.Finalize();
    }

    private static SocketChannel listened(int other) throws MPIException, IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int[] port = {((InetSocketAddress) server.getLocalAddress()).getPort()};
            WORLD.send(port, 1, MPI.INT, other, TAG);
            return server.accept();
        }
    }

    private static SocketChannel connected(int other) throws MPIException, IOException {
        int[] port = new int[1];
        WORLD.recv(port, 1, MPI.INT, other, TAG);
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port[0]));
    }

    /** Each says its rank, and hears the other one's. */
    private static void swap(SocketChannel socket, int rank) throws IOException {
        socket.write(ByteBuffer.wrap(new byte[] {(byte) rank}));
        ByteBuffer heard = ByteBuffer.allocate(1);
        Claim.equal(1, socket.read(heard), "a byte");
        Claim.equal(rank ^ 1, (int) heard.get(0), "the other one's");
    }

    private static void talk(Intercomm both, int rank) throws MPIException {
        int[] mine = {rank};
        int[] other = new int[1];
        both.sendRecv(mine, 1, MPI.INT, 0, TAG, other, 1, MPI.INT, 0, TAG);
        Claim.equal(rank ^ 1, other[0], "a message");
    }
}
