package org.reactivempi.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MpjRanksTest {

    /** Joins as a rank of MPJ Express does, and writes what it is told of the others to a file. */
    static final class FakeRank {

        private FakeRank() {}

        public static void main(String[] args) throws IOException {
            int rank = Integer.parseInt(args[0]);
            String[] place = args[1].split(";", -1);
            try (Socket server = new Socket(place[5], Integer.parseInt(place[7]))) {
                DataOutputStream out = new DataOutputStream(server.getOutputStream());
                out.writeUTF("host");
                out.writeInt(5000 + rank);
                out.writeInt(6000 + rank);
                out.writeInt(args[4].equals("liar") ? 7 : rank);
                String others = new DataInputStream(server.getInputStream()).readUTF();
                Files.writeString(Path.of(args[3], args[0]), place[1] + " " + args[2] + " " + others);
            }
            System.exit(rank * 3);
        }
    }

    @Test
    @DisplayName("each rank is told where both listen, and the largest of their codes is that of both")
    void introduced(@TempDir Path folder) throws Exception {
        assertThat(run(folder, "honest")).isEqualTo(3);

        String expected = "2 niodev #Peer Information;127.0.0.1@6000@5000@0;127.0.0.1@6001@5001@1";
        assertThat(folder.resolve("0")).hasContent(expected);
        assertThat(folder.resolve("1")).hasContent(expected);
    }

    @Test
    @DisplayName("a rank that is none, or no command, is an error that names what was allowed")
    void mistakes(@TempDir Path folder) {
        assertThatThrownBy(() -> run(folder, "liar")).hasMessage("rank 7 has joined, allowed are 0 to 1");
        assertThatThrownBy(() -> MpjRanks.run(List.of("--", "a"))).hasMessageContaining("not [--, a]");
    }

    private static int run(Path folder, String kind) throws IOException, InterruptedException {
        String classPath = System.getProperty("java.class.path");
        return MpjRanks.run(List.of(
                ReactiveMpi.javaProgram(), "-cp", classPath, FakeRank.class.getName(), "--", folder.toString(), kind));
    }
}
