/**
 * What web handlers say when an MPI operation of theirs has failed.
 *
 * <p>Made by {@code autoconfigure} where the application has spring-web; knows the contract.
 */
@NullMarked
package org.reactivempi.spring.web;

import org.jspecify.annotations.NullMarked;
