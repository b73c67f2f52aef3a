package org.reactivempi.core.communicator;

import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivempi.Buffers;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/**
 * How the ranks of one job forget a communicator that they had with other jobs, whether those have taken part in its end or are lost:
 *
 * <pre>
 *  each  --nothing runs here--&gt;  each other rank of the job: none of them sends anything by it any more
 *  each  forgets it: at once where all jobs have freed it, else when no member of another job is a peer any more
 *  each  --forgotten--&gt;  the first of the job, which uses its number again
 * </pre>
 * A rank of the job that is lost meanwhile is not waited for; then the number is not used again. The same goes where something still runs.
 */
@OnProgressThread
final class Parting {

    private static final int YES = 1;
    private static final int NO = 0;

    private final CommunicatorContext parted;
    private final BooleanSupplier isQuietAlone;
    private final OperationContext world;
    /** The others of this job. */
    private final int[] others;

    private final int first;
    /** Whether all of the job have said all that they had to. */
    private boolean isNumberFree = true;

    /** {@code isQuietAlone} tells whether nothing runs on this rank, where nobody knows that of all. */
    Parting(CommunicatorContext parted, BooleanSupplier isQuietAlone) {
        this.parted = parted;
        this.isQuietAlone = isQuietAlone;
        this.world = new OperationContext(
                parted.engine(),
                parted.session().world(),
                ContextId.of(ContextId.WORLD, Purpose.FORGOTTEN),
                parted.session().world().rank());
        Members members = parted.members();
        int firstMember = members.firstOfJob(members.rank());
        this.first = members.worldRank(firstMember);
        this.others = IntStream.range(0, members.size())
                .filter(member -> member != members.rank() && members.firstOfJob(member) == firstMember)
                .map(members::worldRank)
                .toArray();
    }

    /**
     * Completes when no rank of this job uses it any more. That other jobs have lost members is no failure: they are parted all the same.
     *
     * @param everywhere whether nothing runs on any rank; fails where one is lost
     */
    Mono<Void> part(Mono<Boolean> everywhere) {
        return everywhere
                .onErrorResume(MpiException.class, failed -> Mono.just(false))
                .flatMap(ofAll -> toldToOthers(ofAll || isQuietAlone.getAsBoolean())
                        .doOnSuccess(all -> {
                            if (all) {
                                forget(ofAll);
                            }
                        }))
                .then();
    }

    private static boolean isLoss(Throwable failure) {
        return failure instanceof ProcessFailedException || failure instanceof ProcessFailedPendingException;
    }

    /** Whether nothing runs on any rank of the job. */
    private Mono<Boolean> toldToOthers(boolean quiet) {
        int[][] told = new int[others.length][1];
        return Mono.when(IntStream.range(0, others.length)
                        .mapToObj(other -> {
                            told[other][0] = YES;
                            return Mono.when(said(others[other], quiet), heard(others[other], told[other]));
                        })
                        .toList())
                .then(Mono.fromSupplier(
                        () -> quiet && IntStream.range(0, others.length).allMatch(other -> told[other][0] == YES)));
    }

    private Mono<Void> said(int rank, boolean quiet) {
        return SendMono.part(world, Buffers.of(new int[] {quiet ? YES : NO}), rank, parted.number(), SendMode.STANDARD)
                .then()
                .onErrorResume(Parting::isLoss, this::lost);
    }

    private Mono<Void> heard(int rank, int[] room) {
        return ReceiveMono.partInto(world, Buffers.of(room), rank, parted.number())
                .then()
                .onErrorResume(Parting::isLoss, this::lost);
    }

    private Mono<Void> lost(Throwable of) {
        isNumberFree = false;
        return Mono.empty();
    }

    private void forget(boolean ofAll) {
        if (ofAll) {
            parted.engine().remove(parted.state());
            sayForgotten();
        } else {
            parted.engine().retire(parted.state(), () -> {
                parted.engine()
                        .messages()
                        .forget(Stream.of(Purpose.values())
                                .mapToInt(parted::context)
                                .toArray());
                sayForgotten();
            });
        }
    }

    private void sayForgotten() {
        if (parted.session().world().rank() != first) {
            said(first, true).subscribe(said -> {}, closed -> {});
            return;
        }
        Mono.when(IntStream.of(others).mapToObj(rank -> heard(rank, new int[1])).toList())
                .subscribe(none -> {}, closed -> {}, () -> {
                    if (isNumberFree) {
                        parted.session().numbers().giveBack(parted.number());
                    }
                });
    }
}
