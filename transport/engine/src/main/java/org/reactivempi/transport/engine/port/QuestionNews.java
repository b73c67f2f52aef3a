package org.reactivempi.transport.engine.port;

import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.AskRefusal;

/** What ranks tell each other of questions under way, besides the messages that these are. */
@OnProgressThread
public interface QuestionNews {

    /** What asks and handles the questions of a communicator. Hears all as steps of the engine. */
    interface Listener {

        /** A rank of the job doesn't wait for the answer to a question any more. */
        void onRecalled(int peer, int question);

        /** A rank of the job says that a handler there has a question of this rank, or that it waits for one again. */
        void onMoved(int peer, int question, boolean taken);

        /** A rank of the job is lost, and with it all that it has asked. */
        void onLost(int peer);
    }

    /** Sets who hears of the questions of a communicator, from now on. */
    void listen(int communicator, Listener listener);

    /** It no longer hears of the questions of a communicator; without effect where another one does, or none. */
    void stopListening(int communicator, Listener listener);

    /** Tells a rank of the job, perhaps this one, that nobody waits for the answer to a question of this rank. */
    void recall(int peer, int communicator, int question);

    /** Tells a rank of the job, perhaps this one, that its question waits for another handler here, or that one has it. */
    void moved(int peer, int communicator, int question, boolean taken);

    /** The answer to a question was dropped, since nobody waits for it any more. */
    void answerDropped(int peer);

    /** A question has failed since one side can't take what the other one has sent. */
    void refused(AskRefusal why);
}
