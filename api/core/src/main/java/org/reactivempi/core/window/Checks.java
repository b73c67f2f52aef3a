package org.reactivempi.core.window;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Assertion;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Place;
import org.reactivempi.Runs;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.operation.OperationContext;

/** What can be wrong with the arguments of an operation, before its window is asked. */
final class Checks {

    private static final Set<Datatype> COMPARED =
            Set.of(Datatype.BYTE, Datatype.BOOLEAN, Datatype.SHORT, Datatype.CHAR, Datatype.INT, Datatype.LONG);

    /** What a call that begins an access may say. */
    static final Set<Assertion> OF_ACCESS = EnumSet.of(Assertion.NO_CHECK);

    private Checks() {}

    static Payload buffer(@Nullable SendBuffer given, boolean written) {
        OperationContext.check(given, written);
        Payload buffer = Payload.of(Objects.requireNonNull(given));
        if (!buffer.isMemory()) {
            throw new MpiException(ErrorClass.TYPE, "records can't be put, got or accumulated: " + buffer);
        }
        return buffer;
    }

    /** One element. */
    static Payload one(@Nullable SendBuffer given, boolean written) {
        Payload buffer = buffer(given, written);
        if (buffer.count() != 1) {
            throw new MpiException(ErrorClass.COUNT, buffer.count() + " elements are not one: " + buffer);
        }
        return buffer;
    }

    static void sameType(Payload one, Payload other) {
        if (!one.datatype().equals(other.datatype())) {
            throw new MpiException(
                    ErrorClass.TYPE, "elements of " + one.datatype() + " and of " + other.datatype() + " differ");
        }
    }

    static void compared(Payload value) {
        if (!COMPARED.contains(value.datatype())) {
            throw new MpiException(
                    ErrorClass.TYPE, "elements of " + value.datatype() + " can't be compared: allowed are " + COMPARED);
        }
    }

    static void apart(Payload data, Payload room) {
        if (data.overlaps(room)) {
            throw new MpiException(ErrorClass.BUFFER, "what is combined and what is read have memory in common");
        }
    }

    static void displacement(long displacement) {
        if (displacement < 0) {
            throw new MpiException(ErrorClass.DISP, "displacement " + displacement + " is negative");
        }
    }

    /** Where the bytes are at the target, as many as {@code buffer} has. */
    static Runs layout(@Nullable Place place, Payload buffer) {
        if (place == null) {
            throw new MpiException(ErrorClass.ARG, "the place is null");
        }
        displacement(place.displacement());
        Datatype type = place.datatype().orElse(buffer.datatype());
        long count = place.datatype().isPresent() ? place.count() : buffer.count();
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " at the target is negative");
        }
        Runs layout;
        try {
            layout = Runs.of(type, count);
        } catch (ArithmeticException overflow) {
            throw new MpiException(
                    ErrorClass.COUNT, count + " elements of " + type + " are more bytes than a long holds");
        }
        if (layout.lengthBytes() != buffer.lengthBytes()) {
            throw new MpiException(
                    ErrorClass.TRUNCATE,
                    "the origin has " + buffer.lengthBytes() + " bytes, the target " + layout.lengthBytes());
        }
        return layout;
    }

    /** The number of the type that elements of both sides are made of; 0 where there are none. */
    static int element(Place place, Payload buffer) {
        if (buffer.lengthBytes() == 0) {
            return 0;
        }
        int element = Elements.of(buffer.datatype());
        Datatype there = place.datatype().orElse(buffer.datatype());
        if (Elements.of(there) != element) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "elements of " + buffer.datatype() + " can't be accumulated in elements of " + there);
        }
        return element;
    }

    static Set<Assertion> assertions(String call, Set<Assertion> allowed, @Nullable Assertion... given) {
        Set<Assertion> said = EnumSet.noneOf(Assertion.class);
        for (Assertion assertion : given) {
            if (assertion == null || !allowed.contains(assertion)) {
                throw new MpiException(
                        ErrorClass.ASSERT, call + " has no assertion " + assertion + ", allowed are " + allowed);
            }
            said.add(assertion);
        }
        return said;
    }

    static void tag(int tag) {
        if (tag < 0) {
            throw new MpiException(ErrorClass.TAG, "tag " + tag + " is outside 0.." + Integer.MAX_VALUE);
        }
    }

    static void origin(int origin, int size) {
        if (origin != Mpi.PROC_NULL && (origin < 0 || origin >= size)) {
            throw new MpiException(
                    ErrorClass.RANK, "origin " + origin + " is outside 0.." + (size - 1) + " and not PROC_NULL");
        }
    }

    static void target(int target, int size) {
        if (target != Mpi.PROC_NULL && (target < 0 || target >= size)) {
            throw new MpiException(
                    ErrorClass.RANK, "target " + target + " is outside 0.." + (size - 1) + " and not PROC_NULL");
        }
    }
}
