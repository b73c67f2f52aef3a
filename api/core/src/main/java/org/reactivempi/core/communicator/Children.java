package org.reactivempi.core.communicator;

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

    /** Makes this rank's end of a new communicator. */
    @FunctionalInterface
    interface Factory {

        /** With these contexts and members, made as {@code origin} says. */
        Communicator create(Contexts contexts, Members members, String origin);
    }

    private final Members members;
    private final Arguments arguments;
    private final Collectives collectives;
    private final ContextNumbers numbers;
    private final Lineage lineage;
    private final Factory factory;

    /** Children of a communicator with these members. */
    Children(
            Members members,
            Arguments arguments,
            Collectives collectives,
            ContextNumbers numbers,
            Lineage lineage,
            Factory factory) {
        this.members = members;
        this.arguments = arguments;
        this.collectives = collectives;
        this.numbers = numbers;
        this.lineage = lineage;
        this.factory = factory;
    }

    Mono<Communicator> dup() {
        return collectives.operation("dup", arguments::usable, operation -> {
            String origin = lineage.next("dup", "");
            return operation
                    .broadcast(members.rank() == 0 ? numbers.take() : ContextNumbers.NONE)
                    .map(number -> child(number, members, origin));
        });
    }

    Mono<Communicator> split(int color, int key) {
        return collectives.operation("split", () -> checkSplit(color), operation -> {
            String origin = lineage.next("split", "color " + color);
            int offered = numbers.take();
            return operation
                    .allGather(Split.vote(color, key, offered))
                    .flatMap(table -> Mono.justOrEmpty(part(new Split(table), offered, origin)));
        });
    }

    private void checkSplit(int color) {
        arguments.usable();
        if (color < 0 && color != Mpi.UNDEFINED) {
            throw new MpiException(ErrorClass.ARG, "color " + color + " is negative and not UNDEFINED");
        }
    }

    private @Nullable Communicator part(Split split, int offered, String origin) {
        int[] part = split.partOf(members.rank());
        if (part.length == 0 || part[0] != members.rank()) {
            numbers.giveBack(offered);
        }
        return part.length == 0 ? null : child(split.number(part[0]), members.part(part), origin);
    }

    private Communicator child(int number, Members of, String origin) {
        if (number == ContextNumbers.NONE) {
            throw numbers.noneLeft(of.worldRank(0));
        }
        return factory.create(new Contexts(number), of, origin);
    }
}
