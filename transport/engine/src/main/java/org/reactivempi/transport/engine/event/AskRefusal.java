package org.reactivempi.transport.engine.event;

/** Why a question fails that has come to its handler, or whose answer has come: one side can't take what the other one has sent. */
public enum AskRefusal {
    /** The question is longer than the handler's codec allows. */
    QUESTION_TOO_LONG,
    /** The handler's codec can't read the question: most likely it is of another type. */
    QUESTION_UNREADABLE,
    /** The handler gives other answers than what is asked for: a value, or a stream. */
    QUESTION_OF_OTHER_FORM,
    /** The answer is longer than the asker's codec allows, or than there is memory for. */
    ANSWER_TOO_LONG,
    /** The asker's codec can't read the answer. */
    ANSWER_UNREADABLE
}
