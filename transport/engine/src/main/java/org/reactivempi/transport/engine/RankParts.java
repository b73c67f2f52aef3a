package org.reactivempi.transport.engine;

import org.reactivempi.transport.engine.ask.AskNews;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.membership.Membership;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.RankContext;

/**
 * What a rank has above its links, put together: each part takes its family of packets, and hears of a peer in the order in which the
 * parts were made.
 *
 * @param communicators what failures mean for the rank's communicators
 * @param membership the ranks that are there
 * @param askNews what is said of questions
 * @param messages the messages of the rank
 */
public record RankParts(Communicators communicators, Membership membership, AskNews askNews, Messages messages) {

    /** The parts of a rank that has no links yet. */
    public static RankParts of(RankContext rank, Links links) {
        Communicators communicators = new Communicators(rank.rank, rank.size, links);
        // Before the messages, so that the program hears of a rank before it hears of its messages.
        Membership membership = new Membership(communicators, links, rank.signals, rank.random);
        AskNews askNews = new AskNews(rank.rank, links, rank.signals, rank.events);
        return new RankParts(communicators, membership, askNews, new Messages(rank, links, communicators));
    }
}
