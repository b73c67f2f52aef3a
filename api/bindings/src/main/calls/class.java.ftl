<#--
  The Java source of a class, of its table. Each element of a table has a macro of its name here.

  class     "is" and "name" are its declaration, "handler" says that its errors are the world's, since it has no communicator,
            and "misses" why its calls are unsupported
  call      "takes" are the parameters, as Open MPI has them, "gives" is the result, void without it, and the text is the Javadoc.
            "does" is Java: an expression, or statements, with a blank after each semicolon. In it CALL is the call's name as text,
            and STRICT is true in mpiJava's spelling. "mpijava" is the name there: arrays have an offset, which is 0 in Open MPI's.
            The call's errors have its name and arguments, unless it is "plain"
  static    the same for a call that is static and plain
  java      what has no form in common with others
-->
<#function named parameters>
    <#return parameters?split(", ")?filter(each -> each?has_content)?map(each -> each?keep_after_last(" "))?join(", ")>
</#function>

<#-- The same for a method of so many arguments as there are: one array of objects is one of them. -->
<#function given parameters>
    <#local names = named(parameters)>
    <#return parameters?matches("(\\w+\\[\\]\\[\\]|[A-Z]\\w*\\[\\]) \\w+")?then("(Object) " + names, names)>
</#function>

<#function withOffsets parameters>
    <#return parameters
        ?replace("Object (send|recv)Buf\\b", "Object $1Buf, int $1Offset", "r")
        ?replace("Object (\\w*[bB]uf)\\b(?!, int \\w+Offset)", "Object $1, int offset", "r")>
</#function>

<#function withoutOffsets java>
    <#return java?replace("\\b(sendOffset|recvOffset|offset)\\b", "0", "r")>
</#function>

<#function asBuffers parameters>
    <#return parameters?replace("Object ", "Buffer ")>
</#function>

<#-- What comes after another argument. -->
<#function after names>
    <#return names?has_content?then(", " + names, "")>
</#function>

<#macro comment text>
<#local lines = text?trim?split("\n")?map(line -> line?trim)>
<#if lines?size == 1>
    /** ${lines[0]} */
<#else>
    /**
<#list lines as line>
     *${line?has_content?then(" " + line, "")}
</#list>
     */
</#if>
</#macro>

<#-- A method whose errors name it and its arguments. -->
<#macro method name does text takes="" gives="void" modifiers="public final" plain=false override=false strict=false>
<#local body = does?trim?replace("\\bCALL\\b", '"' + name + '"', "r")?replace("\\bSTRICT\\b", strict?c, "r")>
<#local statement = (gives == "void" || body?contains("return "))?then(body, "return " + body)
    ?replace("; ", ";\n" + plain?then("        ", "            "))>

    <@comment text/>
<#if override>
    @Override
</#if>
    ${modifiers} ${gives} ${name}(${takes}) {
<#if plain>
        ${statement}${statement?has_content?then(";", "")}
<#else>
        try {
            ${statement};
        } catch (RuntimeException e) {
            throw ${(world || modifiers?contains("static"))?then("Errors.raise(null, ", "failed(")}e, "${name}"${after(given(takes))});
        }
</#if>
    }
</#macro>

<#macro class>
<#-- Whether its errors are the world's, since no communicator is known. -->
<#global world = .node.@handler[0]??>
package mpi;

<#list .node.imports as imports><#list imports?trim?split("\n") as line>
import ${line?trim};
</#list>

</#list>
<#local shared = .node.*?filter(each -> ["collectives", "mpijavaCollectives", "operations", "constants"]?seq_contains(each?node_name))>
// Made of src/main/calls/mpi/${.node.@name}.xml${shared?has_content?then(" and ${project_node.*[0]?node_name}.xml", "")} by class.java.ftl.

/**
<#list .node.says?trim?split("\n") as line>
 *${line?trim?has_content?then(" " + line?trim, "")}
</#list>
 */
${.node.@is} ${.node.@name}<#if .node.@extends[0]??> extends ${.node.@extends}</#if><#if .node.@implements[0]??> implements ${.node.@implements}</#if> {
<#recurse>
<#if .node.@misses[0]??>

    private static MPIException unsupported(String call, Object... arguments) {
        return Errors.raise(
                null, new MPIException(Codes.ERR_UNSUPPORTED_OPERATION, "${.node.@misses}"), call, arguments);
    }
</#if>
}
</#macro>

<#macro imports></#macro>
<#macro says></#macro>
<#macro @element><#stop "nothing is known of the element " + .node?node_name></#macro>
<#macro @text></#macro>
<#macro @comment></#macro>

<#-- What has no form in common with others. -->
<#macro java>
<#local lines = .node?replace("^\\s*\\n|\\s+$", "", "r")?split("\n")>
<#local indent = lines[0]?length - lines[0]?trim?length>

<#list lines as line>
${line?trim?has_content?then("    " + line?substring([indent, line?length]?min), "")}
</#list>
</#macro>

<#-- A call, and its mpiJava spelling if it has one. -->
<#macro call>
<@spellings row=.node plain=.node.@plain[0]??/>
</#macro>

<#-- A call of a class whose errors name no call, or do so themselves. -->
<#macro static>
<@spellings row=.node plain=true modifiers="public static"/>
</#macro>

<#macro spellings row plain modifiers=row.@modifiers[0]!"public final">
<#local takes = row.@takes[0]!"">
<#local gives = row.@gives[0]!"void">
<@method name=row.@name does=withoutOffsets(row.@does) text=row takes=takes gives=gives modifiers=modifiers plain=plain
    override=row.@override[0]?? />
<#if row.@mpijava[0]??>
<@method name=row.@mpijava does=row.@does text="mpiJava 1.2 form of {@link #${row.@name}}." takes=withOffsets(takes) gives=gives
    modifiers=modifiers plain=plain strict=true/>
</#if>
</#macro>

<#-- The calls of a mode of sending. -->
<#macro sends>
<#local send = "MessageCalls.send(this, MessageCalls.Mode.${.node.@mode}, ">
<@messages row=.node now=[send, ".block()"] start=["Request.start(this, " + send, ")"] prepare=[send?replace(".send(", ".sendInit("), ""]
    peer="dest"/>
</#macro>

<#-- The calls that receive. -->
<#macro receives>
<@messages row=.node now=["MessageCalls.receive(this, ", ""] start=["MessageCalls.receiveStart(this, ", ""]
    prepare=["MessageCalls.receiveInit(this, ", ""] peer="source" gives="Status"/>
</#macro>

<#-- What has three kinds, blocking, started and prepared; each has what stands before and after the arguments. -->
<#macro messages row now start prepare peer gives="void">
<#local takes = "Object buf, int count, Datatype type, int " + peer + ", int tag">
<#local mpijava = row.@mpijava?split(" ")>
<#list row.@names?split(" ") as name>
<#local i = name?index>
<#local around = [now, start, prepare][i]>
<#local does = around[0] + "buf, offset, count, type, " + peer + ", tag, STRICT)" + around[1]>
<#local text = [row.@now, row.@start, row.@prepare][i]>
<#local result = [gives, "Request", "Prequest"][i]>
<#if i != 0>
<@method name=name does=withoutOffsets(does) text="${text}." takes=asBuffers(takes) gives=result/>
</#if>
<@method name=name does=withoutOffsets(does) text="${text}${(i == 0)?then('', row.@array)}." takes=takes gives=result/>
<@method name=mpijava[i] does=does takes=withOffsets(takes) gives=result strict=true
    text="mpiJava 1.2 form of {@link #" + name + (i == 0)?then("", "(Buffer, int, Datatype, int, int)") + "}."/>
</#list>
</#macro>

<#-- Open MPI's spelling of the collective operations of a class, and mpiJava's of all. -->
<#macro collectives>
<#local owner = .node.@in>
<#list project_node.collectives.operation?filter(row -> (row.@in[0]!"Comm") == owner) as row>
<@openMpi row/>
</#list>
</#macro>

<#macro mpijavaCollectives>
<#list project_node.collectives.operation?filter(row -> row.@mpijava[0]??) as row>
<#local takes = withOffsets(row.@takes)>
<@method name=row.@mpijava text="mpiJava 1.2 form of {@code ${row.@name}}." takes=takes
    does="collective.${row.@name}(Form.MPIJAVA${after(named(takes))}).block()"/>
</#list>
</#macro>

<#macro openMpi row>
<#local takes = row.@takes>
<#local text = row.says?trim>
<#local later = text?uncap_first>
<#local operation = "collective.${row.@as[0]!row.@name}(Form.">
<#local given = after(withoutOffsets(named(operationTakes(row)))) + ")">
<@method name=row.@name does=operation + "BLOCKING" + given + ".block()" text=text takes=takes/>
<#local start = "Request.start(this, " + operation + "NONBLOCKING" + given + ")">
<#local name = "i${row.@name?cap_first}">
<@method name=name does=start text="Nonblocking: " + later takes=asBuffers(takes) gives="Request"/>
<#if takes?contains("Object ")>
<@method name=name does=start text="Nonblocking, with arrays: " + later takes=takes gives="Request"/>
</#if>
</#macro>

<#-- Those with an mpiJava spelling have its offsets. -->
<#function operationTakes row>
    <#return row.@mpijava[0]???then(withOffsets(row.@takes), row.@takes)>
</#function>

<#-- What CollectiveOperations makes of each. -->
<#macro operations>
<#list project_node.collectives.operation as row>
<#local takes = operationTakes(row)>
<#local does = row.does?trim>

    Mono<?> ${row.@as[0]!row.@name}(Form form${after(takes)}) {
<#if row.@first[0]??>
        ${row.@first};
</#if>
<#if row.@objects[0]??>
        if (form.sendsObjects(${row.@of})) {
            return objects(all -> all.${row.@objects}(${named(takes)?replace("\\bop\\b", "Op.ofObjects(op)", "r")}));
        }
</#if>
        ${does?contains("return ")?then(does, "return " + does)};
    }
</#list>
</#macro>

<#-- Numbers. -->
<#macro constants>
<#local modifiers = .node.@modifiers>
<#list project_node.constants.constant as row>
<@field row=row modifiers=modifiers/>
</#list>
</#macro>

<#-- A predefined object. -->
<#macro constant>
<@field row=.node modifiers="public static final"/>
</#macro>

<#macro field row modifiers>

    <@comment row/>
    ${modifiers} ${row.@type[0]!"int"} ${row.@name} = ${row.@is};
</#macro>

<#-- UserMemory of java.nio: new ones, and parts of buffers and arrays. -->
<#macro buffers>
<#local types = {"byte": 1, "char": 2, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8}>
<#list types as type, bytes>
<#local Type = type?cap_first>

    /** A direct buffer in the machine's order. */
    public static ${Type}Buffer new${Type}Buffer(int capacity) {
        return ByteBuffer.allocateDirect(${(bytes == 1)?then("capacity", "Math.multiplyExact(capacity, ${bytes})")}).order(ByteOrder.nativeOrder())${(bytes == 1)?then("", ".as${Type}Buffer()")};
    }

    /** A buffer's memory from an element on. */
    public static ${Type}Buffer slice(${Type}Buffer buffer, int offset) {
        return buffer.slice(offset, buffer.capacity() - offset)${(bytes == 1)?then(".order(buffer.order())", "")};
    }

    /** An array from an element on, as a buffer. */
    public static ${Type}Buffer slice(${type}[] array, int offset) {
        return ${Type}Buffer.wrap(array, offset, array.length - offset).slice()${(bytes == 1)?then(".order(ByteOrder.nativeOrder())", "")};
    }
</#list>
</#macro>

<#-- A value and an index: a struct of two fields. -->
<#macro pair>
<#local name = .node?parent.@name>
<#local type = .node.@type>
<#local Type = type?cap_first>

    private static final int INDEX = ${.node.@index};

    ${name}() {
        add${Type}();
        setOffset(INDEX);
        addInt();
    }

    /** {@link MPI#${.node.@datatype}}. */
    @Override
    public Datatype getType() {
        return Datatype.${.node.@datatype};
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** One pair in memory. */
    public final class Data extends Struct.Data {

        /** Without memory yet, which {@code getData} gives it. */
        public Data() {}

        /** The value. */
        public ${type} getValue() {
            return get${Type}(0);
        }

        /** The index. */
        public int getIndex() {
            return getInt(INDEX);
        }

        /** Writes the value. */
        public void putValue(${type} value) {
            put${Type}(0, value);
        }

        /** Writes the index. */
        public void putIndex(int index) {
            putInt(INDEX, index);
        }
    }
</#macro>

<#-- A complex number: a view of two elements. -->
<#macro complex>
<#local name = .node?parent.@name>
<#local type = .node.@type>
<#local Type = type?cap_first>

    private final ${Type}Buffer parts;

    private ${name}(${Type}Buffer parts) {
        this.parts = parts;
    }

    /** The first number of a buffer, from its beginning on. */
    public static ${name} get(${Type}Buffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer. */
    public static ${name} get(${Type}Buffer buffer, int index) {
        return new ${name}(buffer.slice(2 * index, 2));
    }

    /** The first number of an array. */
    public static ${name} get(${type}[] array) {
        return get(${Type}Buffer.wrap(array), 0);
    }

    /** A number of an array. */
    public static ${name} get(${type}[] array, int index) {
        return get(${Type}Buffer.wrap(array), index);
    }

    /** The first number of a buffer of bytes in its order, from its beginning on. */
    public static ${name} get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer of bytes in its order. */
    public static ${name} get(ByteBuffer buffer, int index) {
        return get(buffer.duplicate().clear().order(buffer.order()).as${Type}Buffer(), index);
    }

    /** The real part. */
    public ${type} getReal() {
        return parts.get(0);
    }

    /** The imaginary part. */
    public ${type} getImag() {
        return parts.get(1);
    }

    /** Writes the real part. */
    public void putReal(${type} real) {
        parts.put(0, real);
    }

    /** Writes the imaginary part. */
    public void putImag(${type} imag) {
        parts.put(1, imag);
    }

    /** Both parts' memory. */
    public ${Type}Buffer getBuffer() {
        return parts;
    }
</#macro>

<#-- Reading and writing of fields of basic types, by their place. -->
<#macro fields>
<#list {"byte": 1, "char": 2, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8} as type, bytes>
<#local Type = type?cap_first>
<#local of = (bytes == 1)?then("", Type)>
<#local at = "field + index" + (bytes == 1)?then("", " * ${bytes}")>

    /** The {@code ${type}} at a place. */
    protected final ${type} get${Type}(int field) {
        return buffer.get${of}(field);
    }

    /** One of several {@code ${type}}s. */
    protected final ${type} get${Type}(int field, int index) {
        return buffer.get${of}(${at});
    }

    /** Writes the {@code ${type}} at a place. */
    protected final void put${Type}(int field, ${type} value) {
        buffer.put${of}(field, value);
    }

    /** Writes one of several {@code ${type}}s. */
    protected final void put${Type}(int field, int index, ${type} value) {
        buffer.put${of}(${at}, value);
    }
</#list>
</#macro>

<#-- The calls that make a duplicate, which is of the same class. -->
<#macro copies>
<#local type = .node?parent.@name>

    /** The same as {@link #dup}. */
    @Override
    public ${type} clone() {
        return (${type}) duplicated("clone");
    }

    /** Makes a communicator of the same ${.node.@of}, with copies of the attributes. */
    @Override
    public ${type} dup() {
        return (${type}) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public ${type} iDup() {
        return (${type}) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public ${type} dupWithInfo(Info info) {
        return (${type}) super.dupWithInfo(info);
    }
</#macro>

<#-- A call that names something that this library does not have. -->
<#macro unsupported>
<#local row = .node>
<#local owner = row?parent.@name>
<#local takes = row.@takes[0]!"">
<#local isConstructor = !row.@name[0]??>
<#local spelled = isConstructor?then("new ${owner}", "${row?parent.@prefix[0]!}${row.@name[0]!}")>

    /** Always fails with the class {@link MPI#ERR_UNSUPPORTED_OPERATION}. */
<#if row.@override[0]??>
    @Override
</#if>
    ${row.@modifiers[0]!"public"} ${isConstructor?then(owner, "${row.@gives[0]!'void'} ${row.@name[0]!}")}(${takes}) {
        throw unsupported("${spelled}"${after(named(takes))});
    }
</#macro>

<#recurse .node>
