package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ObjectMessagesTest {

    private static Object[] decoded(byte[] message) {
        Object[] room = new Object[1];
        ObjectMessages.decode(ByteBuffer.wrap(message), room, 0, 1, MPI.OBJECT);
        return room;
    }

    private static byte[] encoded(Object object) {
        return ObjectMessages.encode(new Object[] {object}, 0, 1, MPI.OBJECT);
    }

    @Test
    @DisplayName("arrays, boxes and strings come as they are")
    void comes() {
        Object[] sent = {"text", 7, new int[] {1, 2}, new String[][] {{"a"}, null}};
        assertThat(decoded(encoded(sent))).containsExactly((Object) sent);
    }

    @Test
    @DisplayName("an array that says it is longer than its message is refused before there is memory for it")
    void tooLong() {
        byte[] message = encoded(new int[] {1, 2, 3});
        // The length stands behind the description of the class, as the first four bytes that are 3.
        for (int at = 0; at + 4 <= message.length; at++) {
            if (message[at] == 0 && message[at + 1] == 0 && message[at + 2] == 0 && message[at + 3] == 3) {
                message[at] = 0x7F;
                break;
            }
        }
        assertThatThrownBy(() -> decoded(message))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("elements")
                .hasMessageContaining("allowed are " + message.length);
    }

    @Test
    @DisplayName("objects within objects are refused below a depth that no recursion survives")
    void tooDeep() {
        Object object = "deep";
        for (int i = 0; i < 1100; i++) {
            object = new Object[] {object};
        }
        byte[] message = encoded(object);
        assertThatThrownBy(() -> decoded(message))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("in depth 1001");
    }
}
