package org.reactivempi.spring;

import java.lang.reflect.Method;
import org.reactivempi.Message;

/**
 * A message or a question that an {@link MpiListener} has failed on, each time that it was given to it.
 *
 * @param method the listener
 * @param message what came, with its status; {@link Message#as} reads it, where it can be read
 * @param error of the last attempt, as it was thrown or signalled
 * @since 0.1
 */
public record DeadLetter(Method method, Message message, Throwable error) {}
