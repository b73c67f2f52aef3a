package org.reactivempi.transport.engine;

import org.reactivempi.transport.engine.ask.AskNews;
import org.reactivempi.transport.engine.diagnosis.OwnEvidence;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.flow.Flows;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.membership.Membership;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.RankContext;

/**
 * What a rank has above its links, put together: each part takes its family of packets, and hears of a peer in the order in which the
 * parts were made.
 *
 * @param links the ways to its peers
 * @param communicators what failures mean for the rank's communicators
 * @param membership the ranks that are there
 * @param askNews what is said of questions
 * @param flows what families of packets share on the way to each peer
 * @param messages the messages of the rank
 * @param evidence what it waits for, as all of these tell
 */
public record RankParts(
        Links links,
        Communicators communicators,
        Membership membership,
        AskNews askNews,
        Flows flows,
        Messages messages,
        OwnEvidence evidence) {

    /** The parts of a rank that has no links yet. */
    public static RankParts of(RankContext rank, Links links) {
        Communicators communicators = new Communicators(rank.rank, rank.size, links);
        // Before the messages, so that the program hears of a rank before it hears of its messages.
        Membership membership = new Membership(communicators, links, rank.signals);
        AskNews askNews = new AskNews(rank.rank, links, communicators::numberAt, rank.signals, rank.events);
        Flows flows = new Flows(links, rank.limits.creditBytes(), rank.size, rank.signals, rank.loop);
        Messages messages = new Messages(rank, links, communicators, flows);
        OwnEvidence evidence =
                new OwnEvidence(rank.rank, rank.size, rank.signals, links, messages::isClosed, messages::nextOrder);
        messages.openOperations().forEach(evidence::register);
        evidence.register(communicators);
        evidence.register(membership);
        return new RankParts(links, communicators, membership, askNews, flows, messages, evidence);
    }
}
