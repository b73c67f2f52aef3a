package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.SourceFailedException;

/**
 * This rank in one context of a communicator: what all operations there have in common.
 *
 * @param ranks says which ranks of the job the members are, or what is wrong with an argument
 * @param context the context's number
 * @param rank this rank in the communicator
 * @param typesHere whether what it sends says what its elements are, and where that has been called
 */
public record OperationContext(Engine engine, RankMap ranks, int context, int rank, TypesHere typesHere) {

    /** Where no operation has been called yet. */
    public OperationContext(Engine engine, RankMap ranks, int context, int rank, TypeCheck types) {
        this(engine, ranks, context, rank, TypesHere.of(types));
    }

    /** Where nobody looks at types. */
    public OperationContext(Engine engine, RankMap ranks, int context, int rank) {
        this(engine, ranks, context, rank, TypeCheck.OFF);
    }

    /** The same for an operation that the calling thread's program calls; knows where it does so, if types are looked at. */
    public OperationContext here() {
        TypeCheck types = types();
        return types == TypeCheck.OFF
                ? this
                : new OperationContext(engine, ranks, context, rank, new TypesHere(types, ProgramFrames.here()));
    }

    /** Whether what it sends says what its elements are. */
    public TypeCheck types() {
        return typesHere.mode();
    }

    /** Where the program has called an operation whose types are looked at, such as {@code Main.java:12}; null where that is not known. */
    @Nullable
    String place() {
        return typesHere.place();
    }

    /**
     * Throws what is wrong with a buffer.
     *
     * @param buffer the user's; in spite of its type it may be null
     * @param written whether the operation writes to it
     */
    public static void check(@Nullable SendBuffer buffer, boolean written) {
        if (buffer == null) {
            throw new MpiException(
                    ErrorClass.BUFFER, "the buffer is null; Buffer.empty() is one for a message without content");
        }
        Payload.of(buffer).check(written);
    }

    /**
     * Throws what is wrong with memory that elements come to in this rank itself, where types are looked at.
     *
     * @param lengthBytes of what is compared, from the beginning of both
     */
    public void checkTypes(Payload sent, Payload room, long lengthBytes) {
        String mismatch = Signature.mismatch(sent, room, lengthBytes, types());
        if (mismatch != null) {
            throw new MpiException(ErrorClass.TYPE, mismatch);
        }
    }

    /** The basic type that all elements are of, where types are looked at; empty where they are of several, or where any type goes. */
    public String basicType(Payload data) {
        return Signature.basic(data, types());
    }

    /** What goes ahead of a message of these elements; null where nobody looks at types. */
    public byte @Nullable [] signature(Payload data) {
        return Signature.of(data, types(), place());
    }

    /**
     * An error of the contract for a receive or a probe that fails, with what it may have missed; where that is looked for, on the
     * progress thread.
     *
     * @param failure the engine's, or one of the contract already
     * @param operation in words
     * @param source whom it wanted to hear, or any
     * @param tag which it wanted to hear, or any
     * @param sending what the other side may have forgotten to start, such as {@code an isend}
     */
    public MpiException failed(Throwable failure, String operation, int source, int tag, String sending) {
        return ContractFailures.of(failure, ranks, operation, missed(failure, source, tag, sending));
    }

    /** In words that stand after the reason; nothing where the failure has nothing to do with a message that is missing. */
    private String missed(Throwable failure, int source, int tag, String sending) {
        if (!(failure instanceof PeerLostException || failure instanceof SourceFailedException)) {
            return "";
        }
        String near = engine.messages().nearMisses(context, source, tag);
        if (!near.isEmpty()) {
            return "; unexpected here: " + near;
        }
        boolean finalized = failure instanceof PeerLostException lost && lost.hasFinalized();
        return finalized ? "; was " + sending + " ever subscribed?" : "";
    }
}
