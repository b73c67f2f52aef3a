package org.reactivempi.core.communicator;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.core.collective.Collectives;
import reactor.core.publisher.Mono;

/**
 * Communicators made of one: its ranks agree on who is in them, and on their numbers. Rank 0 of a new communicator gives it
 * one of its {@link ContextNumbers}.
 */
final class Children {

    private final Members members;
    private final Arguments arguments;
    private final Collectives collectives;
    private final ContextNumbers numbers;
    private final BiFunction<Contexts, Members, Communicator> factory;

    /** Children of a communicator with these members; {@code factory} makes this rank's end of a new one. */
    Children(
            Members members,
            Arguments arguments,
            Collectives collectives,
            ContextNumbers numbers,
            BiFunction<Contexts, Members, Communicator> factory) {
        this.members = members;
        this.arguments = arguments;
        this.collectives = collectives;
        this.numbers = numbers;
        this.factory = factory;
    }

    Mono<Communicator> dup() {
        return collectives.operation(
                "dup",
                arguments::usable,
                operation -> operation
                        .broadcast(members.rank() == 0 ? numbers.take() : ContextNumbers.NONE)
                        .map(number -> child(number, members)));
    }

    Mono<Communicator> split(int color, int key) {
        return collectives.operation("split", () -> checkSplit(color), operation -> {
            int offered = numbers.take();
            return operation
                    .allGather(Split.vote(color, key, offered))
                    .flatMap(table -> Mono.justOrEmpty(part(new Split(table), offered)));
        });
    }

    private void checkSplit(int color) {
        arguments.usable();
        if (color < 0 && color != Mpi.UNDEFINED) {
            throw new MpiException(ErrorClass.ARG, "color " + color + " is negative and not UNDEFINED");
        }
    }

    private @Nullable Communicator part(Split split, int offered) {
        int[] part = split.partOf(members.rank());
        if (part.length == 0 || part[0] != members.rank()) {
            numbers.giveBack(offered);
        }
        return part.length == 0 ? null : child(split.number(part[0]), members.part(part));
    }

    private Communicator child(int number, Members of) {
        if (number == ContextNumbers.NONE) {
            throw numbers.noneLeft(of.worldRank(0));
        }
        return factory.apply(new Contexts(number), of);
    }
}
