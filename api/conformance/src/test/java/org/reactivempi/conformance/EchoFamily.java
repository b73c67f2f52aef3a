package org.reactivempi.conformance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * A protocol that is not the library's: a rank calls, with bytes, and the other one gives them back.
 *
 * <pre>
 *  caller --CALL(number) and bytes--&gt; other
 *  caller &lt;--ECHO(number) and bytes-- other
 * </pre>
 * Numbers are 0 or more. One object serves all ranks of a job in this JVM.
 */
final class EchoFamily implements PacketFamily {

    static final String NAME = "org.example.echo";
    static final int MOST_BYTES = 1 << 20;

    private static final int CALL = 0;
    private static final int ECHO = 1;

    private final int version;
    private final Map<Integer, OfRank> ranks = new ConcurrentHashMap<>();

    EchoFamily(int version) {
        this.version = version;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public List<Kind> kinds() {
        return List.of(new Kind("CALL", Integer.BYTES, MOST_BYTES), new Kind("ECHO", Integer.BYTES, MOST_BYTES));
    }

    @Override
    public Function<PacketFamily.Peer, PacketFamily.Handler> begin(PacketFamily.Peers peers) {
        OfRank rank = new OfRank(peers);
        ranks.put(peers.rank(), rank);
        return rank::join;
    }

    /** Calls a peer; completes with what comes back, fails where nothing will. */
    CompletableFuture<byte[]> call(int caller, int peer, int number, byte[] bytes) {
        return of(caller).call(peer, number, bytes);
    }

    /** Completes with why a peer of a rank lacks this family, once that is known. */
    CompletableFuture<String> missing(int rank, int peer) {
        return of(rank).missing.computeIfAbsent(peer, unused -> new CompletableFuture<>());
    }

    /** Completes when a rank has lost a peer. */
    CompletableFuture<Throwable> lost(int rank, int peer) {
        return of(rank).lost.computeIfAbsent(peer, unused -> new CompletableFuture<>());
    }

    /** How often a rank has heard that it has lost some peer. */
    int losses(int rank) {
        return of(rank).losses.get();
    }

    private OfRank of(int rank) {
        OfRank found = ranks.get(rank);
        if (found == null) {
            throw new IllegalStateException("rank " + rank + " has not begun");
        }
        return found;
    }

    /** What a rank has called for, by its numbers, which only its progress thread changes. */
    private static final class OfRank {

        private final PacketFamily.Peers peers;
        private final Map<Integer, CompletableFuture<byte[]>> calls = new ConcurrentHashMap<>();
        private final Map<Integer, CompletableFuture<String>> missing = new ConcurrentHashMap<>();
        private final Map<Integer, CompletableFuture<Throwable>> lost = new ConcurrentHashMap<>();
        private final AtomicInteger losses = new AtomicInteger();

        OfRank(PacketFamily.Peers peers) {
            this.peers = peers;
        }

        CompletableFuture<byte[]> call(int peer, int number, byte[] bytes) {
            CompletableFuture<byte[]> echo = new CompletableFuture<>();
            peers.execute(() -> {
                calls.put(number, echo);
                try {
                    send(peers.peer(peer), CALL, number, bytes);
                } catch (IllegalStateException refused) {
                    echo.completeExceptionally(refused);
                }
            });
            return echo;
        }

        private static void send(PacketFamily.Peer peer, int kind, int number, byte[] bytes) {
            peer.send(kind, bytes.length, out -> out.writeIntLE(number).writeBytes(bytes));
        }

        PacketFamily.Handler join(PacketFamily.Peer peer) {
            return new PacketFamily.Handler() {
                @Override
                public PayloadSink onPacket(int kind, ByteBuf fields, int payloadBytes) {
                    int number = fields.getIntLE(fields.readerIndex());
                    if (number < 0) {
                        throw new ProtocolException("call " + number + " is negative");
                    }
                    return new Bytes(payloadBytes, bytes -> onBytes(peer, kind, number, bytes));
                }

                @Override
                public void onMissing(String why) {
                    missing.computeIfAbsent(peer.rank(), unused -> new CompletableFuture<>())
                            .complete(why);
                }

                @Override
                public void onLost(Throwable cause) {
                    losses.incrementAndGet();
                    lost.computeIfAbsent(peer.rank(), unused -> new CompletableFuture<>())
                            .complete(cause);
                    calls.values().forEach(call -> call.completeExceptionally(cause));
                }
            };
        }

        private void onBytes(PacketFamily.Peer peer, int kind, int number, byte[] bytes) {
            if (kind == ECHO) {
                CompletableFuture<byte[]> call = calls.remove(number);
                if (call == null) {
                    throw new ProtocolException("nobody has called " + number);
                }
                call.complete(bytes);
            } else if (peer.standing() != PacketFamily.Peer.Standing.LOST) {
                send(peer, ECHO, number, bytes);
            }
        }
    }

    /** Collects a payload. */
    private static final class Bytes implements PayloadSink {

        private final ByteBuf collected;
        private final Consumer<byte[]> told;

        Bytes(int length, Consumer<byte[]> told) {
            this.collected = Unpooled.buffer(length, length);
            this.told = told;
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            collected.writeBytes(bytes, bytes.readerIndex(), length);
        }

        @Override
        public void complete() {
            told.accept(collected.array());
        }

        @Override
        public void lost(Throwable cause) {}
    }
}
