package org.reactivempi.transport.engine.diagnosis;

import org.reactivempi.transport.engine.packet.StallQuestion;

/** Takes what the detectors of other ranks ask and answer; on the progress thread. */
public interface Correspondence {

    /** Nobody is there: questions stay without an answer. */
    Correspondence NONE = new Correspondence() {
        @Override
        public void onQuestion(int from, long inquiry, StallQuestion.Step step) {}

        @Override
        public void onAnswer(int from, long inquiry, StallQuestion.Step step, byte[] payload) {}
    };

    /** A rank asks. */
    void onQuestion(int from, long inquiry, StallQuestion.Step step);

    /** A rank has answered. */
    void onAnswer(int from, long inquiry, StallQuestion.Step step, byte[] payload);
}
