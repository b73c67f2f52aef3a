package org.reactivempi.core.communicator;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.communicator.Ballot.Vote;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.operation.TypeCheck;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.SendMode;

/**
 * One subscription of a call that makes a communicator of a group, or of two, and a text. The first member offers a number to the others;
 * then all vote in the new communicator, which no user knows yet:
 *
 * <pre>
 *  first member   takes a number --offer--&gt; votes \
 *                                                  all votes are yes --&gt; the communicator
 *  others           --&gt; wait for the offer --&gt; vote /     one is no --&gt; the same error on all
 * </pre>
 * A member takes part in each call of its leader's under a text, in their order, also with a no: another call has the text on this rank, or the
 * offer is for other members. An offer for other members which comes to nothing is of a call that has failed before, and this one waits for
 * the next.
 */
@OnProgressThread
final class GroupCreation<C> implements LocalMono.Work<C>, Conversation {

    private final CommunicatorContext.OfSession session;
    private final Class<C> kind;
    /** What this rank would offer, but for the number. */
    private final GroupOffer wanted;

    private @Nullable Owner<C> owner;
    /** Its number among those of this rank. */
    private int conversation;

    private Vote vote = Vote.YES;
    /** The call itself, until it is settled, and the votes in which this rank's part goes on. */
    private int running = 1;

    /**
     * A call that has not begun.
     *
     * @param kind of communicator
     * @param wanted what this rank would offer, but for the number; this rank is a member
     */
    GroupCreation(CommunicatorContext.OfSession session, Class<C> kind, GroupOffer wanted) {
        this.session = session;
        this.kind = kind;
        this.wanted = wanted;
    }

    @Override
    public void start(Owner<C> whoWaits) {
        SessionScope scope = session.scope();
        if (scope != null) {
            // It may have been closed since this was called, and nothing would end what comes of it.
            scope.checkOpen();
        }
        conversation = session.engine().messages().begin(this);
        owner = whoWaits;
        if (scope != null) {
            scope.creates();
        }
        if (!session.texts().take(wanted.text())) {
            vote = Vote.TEXT_IN_USE;
            fail(refused(session.world().rank(), vote));
        }
        if (leader() == session.world().rank()) {
            offer();
        } else {
            await();
        }
    }

    private int leader() {
        return wanted.members()[0];
    }

    private OperationContext at() {
        return new OperationContext(
                session.engine(),
                session.world(),
                ContextId.of(ContextId.WORLD, Purpose.TEXTS),
                session.world().rank(),
                TypeCheck.OFF);
    }

    private void offer() {
        int number = session.numbers().take();
        int[] told = new GroupOffer(number, wanted.text(), wanted.sizeOfFirst(), wanted.members()).told();
        OperationContext at = at();
        // What becomes of a member is found out by the votes.
        IntStream.of(wanted.members())
                .skip(1)
                .forEach(rank -> SendMono.part(
                                at, Buffers.of(told), rank, TextDesk.tag(wanted.text()), SendMode.STANDARD)
                        .subscribe(sent -> {}, lost -> {}));
        take(number, wanted);
    }

    private void await() {
        session.texts().await(at(), leader(), wanted.text(), new TextDesk.Caller() {
            @Override
            public void onOffer(GroupOffer offer) {
                take(offer.number(), offer);
            }

            @Override
            public void onNoOffer(Throwable why) {
                fail(why);
                settle();
            }
        });
    }

    /** Makes this rank's end of the communicator that is offered, and votes. */
    private void take(int number, GroupOffer offer) {
        if (number == ContextNumbers.NONE) {
            fail(session.numbers().noneLeft(leader()));
            settle();
            return;
        }
        boolean isWanted = offer.isForSame(wanted);
        CoreAnyCommunicator made = made(number, offer);
        running++;
        Ballot.cast(
                made.of.endpoint(Purpose.CREATION),
                made.of.members().size(),
                isWanted ? vote : Vote.OTHER_MEMBERS,
                new Ballot.Voter() {
                    @Override
                    public void onDecided(Vote vote, int member, @Nullable MpiException failure) {
                        decided(made, isWanted, vote, member, failure);
                    }

                    @Override
                    public void onOver() {
                        ended();
                    }
                });
    }

    private void decided(
            CoreAnyCommunicator made, boolean isWanted, Vote verdict, int member, @Nullable MpiException failure) {
        switch (verdict) {
            case YES -> {
                succeed(kind.cast(made));
                settle();
            }
            case TEXT_IN_USE, OTHER_MEMBERS -> {
                fail(refused(made.of.members().worldRank(member), verdict));
                made.freeing().end().subscribe(none -> {}, lost -> {});
                settle();
            }
            // Others may never come to it, so the communicator has no orderly end.
            case LOST -> {
                made.freeing().abandon();
                if (isWanted) {
                    fail(failure == null ? lost(made.of.members(), member) : failure);
                    settle();
                } else {
                    await();
                }
            }
        }
    }

    private ProcessFailedException lost(Members members, int member) {
        int worldRank = members.worldRank(member);
        return new ProcessFailedException(
                worldRank,
                member,
                null,
                null,
                "rank " + worldRank + " of the world is lost, as the first member, rank " + leader() + ", says",
                null);
    }

    private CoreAnyCommunicator made(int number, GroupOffer offer) {
        Group world = session.world().group();
        Members all = new Members(world.incl(offer.members()));
        String origin = inWords(offer.text());
        if (offer.sizeOfFirst() == 0) {
            return (CoreAnyCommunicator) session.kinds().ofOneGroup(session, Numbers.of(number), all, origin);
        }
        Sides sides = Sides.of(all, offer.sizeOfFirst());
        return (CoreAnyCommunicator) session.kinds().ofTwoGroups(session, Numbers.of(number), sides, origin);
    }

    private void succeed(C made) {
        Owner<C> told = takeOwner();
        if (told != null) {
            told.complete(made);
        }
    }

    private void fail(Throwable failure) {
        Owner<C> told = takeOwner();
        if (told != null) {
            told.fail(failure);
        }
    }

    private @Nullable Owner<C> takeOwner() {
        Owner<C> told = owner;
        owner = null;
        return told;
    }

    /** It is clear what becomes of the call. */
    private void settle() {
        if (vote != Vote.TEXT_IN_USE) {
            session.texts().giveBack(wanted.text());
        }
        SessionScope scope = session.scope();
        if (scope != null) {
            scope.hasCreated();
        }
        ended();
    }

    private void ended() {
        running--;
        if (running == 0) {
            session.engine().messages().end(conversation);
        }
    }

    @Override
    public boolean concernsOthers() {
        return true;
    }

    @Override
    public boolean forget(Owner<C> whoWaits) {
        return takeOwner() != null;
    }

    /** Itself, and the operation whose work it is, as long as somebody waits for that. */
    @Override
    public int operations() {
        return owner == null ? 1 : 2;
    }

    @Override
    public void onAborted(Throwable cause) {
        // Its messages have failed, and with them all that comes after.
    }

    @Override
    public String toString() {
        return inWords(wanted.text()) + (owner == null ? ", which nobody waits for here any more" : "");
    }

    static String inWords(String text) {
        return "create(\"" + Children.shortened(text) + "\")";
    }

    private MpiException refused(int worldRank, Vote why) {
        String who = "rank " + worldRank + " of the world";
        return switch (why) {
            case YES, LOST -> throw new IllegalArgumentException("nobody has refused");
            case TEXT_IN_USE ->
                new MpiException(
                        ErrorClass.ARG,
                        who + " makes another communicator under the text \"" + wanted.text()
                                + "\", which must end first; calls that run at the same time need texts of their own");
            case OTHER_MEMBERS ->
                new MpiException(
                        ErrorClass.GROUP,
                        who + " has called this with another group than rank " + leader() + " under the text \""
                                + wanted.text() + "\"; here it is " + Arrays.toString(wanted.members()));
        };
    }
}
