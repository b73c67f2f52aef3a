package org.reactivempi.kotlin

import org.reactivempi.Buffer

/**
 * The array's elements as a buffer, to be sent or received into. It refers to the array, unlike a spread:
 * `Buffer.bytes(*array)` would receive a message into a copy that nobody has.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun ByteArray.asBuffer(): Buffer = Buffer.bytes(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.booleans(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun BooleanArray.asBuffer(): Buffer = Buffer.booleans(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.shorts(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun ShortArray.asBuffer(): Buffer = Buffer.shorts(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.chars(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun CharArray.asBuffer(): Buffer = Buffer.chars(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.ints(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun IntArray.asBuffer(): Buffer = Buffer.ints(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.floats(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun FloatArray.asBuffer(): Buffer = Buffer.floats(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.longs(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun LongArray.asBuffer(): Buffer = Buffer.longs(this, 0, size)

/**
 * The array's elements as a buffer, which refers to the array; a spread, `Buffer.doubles(*array)`, would copy it.
 *
 * @return all elements of this array
 * @since 0.1
 */
public fun DoubleArray.asBuffer(): Buffer = Buffer.doubles(this, 0, size)
