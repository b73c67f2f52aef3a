package org.reactivempi.core.window;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.RevokedException;
import org.reactivempi.Window.Flavor;
import org.reactivempi.WindowHints;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.transport.engine.event.WatchedWindow;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.EngineException.CommunicatorRevokedException;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineWindows;
import org.reactivempi.transport.engine.port.EngineWindows.OwnWindow;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;

/** What a window is on this rank, and whether it still is one: what its parts have in common. */
final class WindowState implements WatchedWindow {

    /**
     * What all ranks have said of a window when it was made.
     *
     * @param flavor its kind
     * @param sizes how much memory each rank has
     * @param units what the displacements of each rank count
     * @param hints of this rank
     */
    record Shape(Flavor flavor, long[] sizes, int[] units, WindowHints hints) {}

    private final Engine engine;
    private final WindowCommunicator.Maker parent;
    private final WindowCommunicator communicator;
    private final Shape shape;
    private final OwnWindow own;
    private final Epochs epochs;
    private final AtomicBoolean freed = new AtomicBoolean();
    private ErrorListener errors = ErrorListener.NONE;

    /** That of a window which the engine knows as {@code own}. On the progress thread. */
    WindowState(
            Engine engine,
            WindowCommunicator.Maker parent,
            WindowCommunicator communicator,
            Shape shape,
            OwnWindow own) {
        this.engine = engine;
        this.parent = parent;
        this.communicator = communicator;
        this.shape = shape;
        this.own = own;
        this.epochs = new Epochs(shape.hints().noLocks(), this::label);
    }

    /** Sets who hears of errors first; before anybody has the window. */
    void heardBy(ErrorListener listener) {
        errors = listener;
    }

    /** Hears of errors first. */
    ErrorListener errors() {
        return errors;
    }

    Engine engine() {
        return engine;
    }

    OwnWindow own() {
        return own;
    }

    Epochs epochs() {
        return epochs;
    }

    WindowCommunicator communicator() {
        return communicator;
    }

    Shape shape() {
        return shape;
    }

    /** How many ranks there are. */
    int size() {
        return communicator.members().size();
    }

    /** This rank in it. */
    int rank() {
        return communicator.group().rank().orElse(Mpi.UNDEFINED);
    }

    /** What people know it by. */
    @Override
    public String label() {
        return label(communicator);
    }

    @Override
    public int number() {
        return communicator.state().number();
    }

    @Override
    public int worldRank(int target) {
        return target < 0 ? ALL : communicator.members().rank(target);
    }

    /** As long as it has no name, it is called by how it was made. */
    static String label(WindowCommunicator communicator) {
        EngineCommunicator state = communicator.state();
        return state.name().isEmpty() ? state.label() : "window " + state.label();
    }

    void exists() {
        if (freed.get()) {
            throw new MpiException(ErrorClass.WIN, "the window is freed");
        }
    }

    /** It exists no more from now on; throws if it did not before. */
    void free() {
        if (!freed.compareAndSet(false, true)) {
            throw new MpiException(ErrorClass.WIN, "the window is freed");
        }
    }

    /** Throws if nothing can be done with it any more. */
    void usable() {
        exists();
        if (isRevoked()) {
            throw new RevokedException("the communicator of the window is revoked", null);
        }
    }

    /** Whether its communicator, or that which it was made of, is revoked. */
    boolean isRevoked() {
        return communicator.state().isRevoked() || parent.isRevoked();
    }

    /** Why a call of all has failed: where its own communicator is revoked since a rank is lost, that loss. */
    Throwable cause(Throwable failed) {
        int lost = communicator.state().failed().nextSetBit(0);
        PeerLostException loss = lost < 0 ? null : communicator.state().loss(lost);
        return failed instanceof CommunicatorRevokedException && !parent.isRevoked() && loss != null ? loss : failed;
    }

    /**
     * An operation begins; on the progress thread.
     *
     * @param call in words, when it is asked for them
     */
    void begins(Object call, int target) {
        exists();
        epochs.operation(call, target);
    }

    /** An error of the contract. */
    MpiException error(Throwable failure, String call) {
        if (failure instanceof RefusedException refused) {
            return new MpiException(refusedAs(refused.code()), call + ": " + refused.getMessage());
        }
        MpiException known = ContractFailures.of(failure, parent.ranks(), failure instanceof MpiException ? "" : call);
        return failure instanceof MpiException ? ContractFailures.in(call, known) : known;
    }

    /** What a peer says may be any number. */
    private static ErrorClass refusedAs(int code) {
        ErrorClass[] classes = ErrorClass.values();
        if (code == 0) {
            return ErrorClass.WIN;
        }
        if (code == EngineWindows.CONFLICT) {
            return ErrorClass.RMA_CONFLICT;
        }
        return code > 0 && code <= classes.length ? classes[code - 1] : ErrorClass.OTHER;
    }

    String inWords(String call, int target) {
        String where = target == Mpi.PROC_NULL
                ? "no process"
                : target < 0 || target >= size()
                        ? Integer.toString(target)
                        : parent.ranks().inWords(target);
        return call + "(target " + where + ", " + label() + ")";
    }

    /** A call with a tag; {@code with} says which other rank it concerns, if any. */
    String inWords(String call, String with, int tag) {
        return call + "(" + with + "tag " + tag + ", " + label() + ")";
    }

    /** Another rank as people know it. */
    String inWords(int rank) {
        return rank >= 0 && rank < size() ? parent.ranks().inWords(rank) : Integer.toString(rank);
    }

    /** Adds the ranks of the job that are in the window, except this one. */
    void addOthers(BitSet ranks) {
        int own = rank();
        for (int member = 0; member < size(); member++) {
            if (member != own) {
                addTo(ranks, member);
            }
        }
    }

    /** Adds the rank of the job that a rank of the window is. */
    void addTo(BitSet ranks, int member) {
        ranks.set(communicator.members().rank(member));
    }

    String inWords(String call) {
        return call + "(" + label() + ")";
    }

    /** The same, of an operation that says itself what it is. */
    MpiException error(Throwable failure) {
        return failure instanceof RefusedException refused
                ? new MpiException(refusedAs(refused.code()), String.valueOf(refused.getMessage()))
                : ContractFailures.of(failure, parent.ranks(), "");
    }
}
