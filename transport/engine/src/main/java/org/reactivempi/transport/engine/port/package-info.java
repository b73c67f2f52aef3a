/**
 * The door of the engine: all that the layers above see of it, and build on.
 *
 * <pre>
 *  a rank         Engine, started with Job, Secret, EngineSettings and PeerDirectory; StartStep for what starts around it
 *  messages       Operations: an Outgoing with its SendMode, an Incoming, a Probe, which finds a WaitingMessage
 *  what is none   LocalOperation; Conversation, of many messages; QuestionNews; all on an OperationHost
 *  how they end   Noting subscribers, EndNumbers, EngineException
 *  communicators  EngineCommunicator, of MemberRanks
 *  other jobs     OtherJobs: processes that become peers, and what is said to them before there is a communicator
 *  what waits     Diagnosis
 *  packets        PacketFamily, which a layer above adds; PayloadSink and ProtocolException, for its handler
 * </pre>
 * The packages above this one implement the interfaces, except for some that the layer above implements; these say so.
 * {@link org.reactivempi.transport.engine.port.Outgoing}, {@link org.reactivempi.transport.engine.port.Incoming}, {@link
 * org.reactivempi.transport.engine.port.Probe} and {@link org.reactivempi.transport.engine.port.LocalOperation} are extended by it, so that
 * one object is the operation from the user's subscription to the wire; what is public and final in them is called by the engine.
 *
 * <p>Three packages are exported besides. {@code event} is an SPI of its own: listeners of any jar, such as those of {@code
 * transport/observe}, need it and nothing else. {@code platform}, with what it names of {@code progress}, is for modules that
 * bring a platform of their own. The public types of all other packages are for the engine's own.
 *
 * <p>Called by {@code ask}, {@code auth}, {@code diagnosis}, {@code engine}, {@code extension}, {@code failure}, {@code flow},
 * {@code link}, {@code membership}, {@code packet}, {@code protocol}, {@code window}, {@code api/core}, {@code api/testkit} and
 * {@code transport/tck}; knows {@code event}, {@code match}, {@code operation}, {@code platform}, {@code progress} and
 * {@code transport/channel}. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.port;

import org.jspecify.annotations.NullMarked;
