package org.reactivempi.transport.engine.progress;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * A call into which the JVM's compiler does not look.
 *
 * <p>A turn of the loop is one chain of calls, from the poll over the packet, the match, the signal and what a subscriber does in it, to
 * the next packet. Seen as a whole, all of it is one method for the compiler, half a second's work, which it throws away and begins again
 * whenever any part of it goes another way for the first time: C2 worked for 5 s in each rank before a ping-pong had its speed, on the
 * cores that the ranks need. A few boundaries make pieces of it. Each is compiled for itself, and stays when another one
 * changes. A crossing takes 2 to 3 ns.
 *
 * <p>The compiler looks into method handles that are constants; so this one is not.
 */
public final class Boundary {

    private static final MethodType TYPE = MethodType.methodType(void.class, Object.class, Object.class);

    private final MethodHandle target;

    private Boundary(MethodHandle target) {
        this.target = target;
    }

    /**
     * The way to a method.
     *
     * @param lookup of the class that has it
     * @param method a static method's name, which takes two {@code Object}s, and returns nothing
     */
    public static Boundary to(Lookup lookup, String method) {
        try {
            return new Boundary(lookup.findStatic(lookup.lookupClass(), method, TYPE));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(lookup.lookupClass().getName() + " has no " + method + TYPE, e);
        }
    }

    /** Calls the method, and throws what it throws. */
    public void cross(Object one, Object other) {
        try {
            target.invokeExact(one, other);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new AssertionError("a method without checked exceptions", impossible);
        }
    }
}
