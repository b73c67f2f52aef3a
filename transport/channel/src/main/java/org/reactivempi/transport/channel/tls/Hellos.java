package org.reactivempi.transport.channel.tls;

import io.netty.buffer.ByteBuf;
import java.security.MessageDigest;

/**
 * The messages of a TLS 1.3 handshake that travel in the clear in one direction, by their SHA-256: with the ClientHello and the
 * ServerHello, the public halves of the keys that both ends have made for this connection.
 *
 * <pre>
 *  0      1           3           5
 *  +------+-----------+-----------+---------------------- - -
 *  | type |  version  |  length   |  record
 *  +------+-----------+-----------+---------------------- - -
 * </pre>
 * Takes bytes as they come, and keeps none of them.
 */
final class Hellos {

    private static final int HEADER_BYTES = 5;
    private static final int FIRST_LENGTH_BYTE = 3;
    private static final int HANDSHAKE = 22;

    private final MessageDigest digest = Tls.sha256();
    private int type;
    private int headerBytes;
    private int leftBytes;
    private boolean any;

    /** Looks at what comes next, and leaves it as it is. */
    void see(ByteBuf bytes) {
        int index = bytes.readerIndex();
        while (index < bytes.writerIndex()) {
            if (headerBytes < HEADER_BYTES) {
                seeHeader(bytes.getUnsignedByte(index));
                index++;
            } else {
                index += seeRecord(bytes, index);
            }
        }
    }

    private void seeHeader(int next) {
        if (headerBytes == 0) {
            type = next;
        } else if (headerBytes >= FIRST_LENGTH_BYTE) {
            leftBytes = leftBytes << Byte.SIZE | next;
        }
        headerBytes++;
        endIfComplete();
    }

    private void endIfComplete() {
        if (headerBytes == HEADER_BYTES && leftBytes == 0) {
            headerBytes = 0;
        }
    }

    private int seeRecord(ByteBuf bytes, int index) {
        int length = Math.min(leftBytes, bytes.writerIndex() - index);
        if (type == HANDSHAKE) {
            digest.update(bytes.nioBuffer(index, length));
            any = true;
        }
        leftBytes -= length;
        endIfComplete();
        return length;
    }

    /** What was seen; no more is seen after that. */
    byte[] end() {
        if (!any) {
            throw new IllegalStateException("no TLS handshake has been seen");
        }
        return digest.digest();
    }
}
