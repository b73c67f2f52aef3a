package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tables of MPI's calls are complete, and their Java forms exist. */
@Tag("once")
class CallTableTest {

    private static final Page PAGE = Page.named("docs/conformance.md");

    /**
     * Each procedure of MPI-4.1's chapters 3, 4 and 7 to 12, without the forms for large counts; the setters of a status are
     * in 13.3. What is deprecated is left out.
     */
    private static final List<String> CALLS =
            Stream.of("""
            Send Recv Get_count Status_get_source Status_get_tag Status_get_error Status_set_source Status_set_tag
            Status_set_error Bsend Ssend Rsend Comm_attach_buffer Comm_detach_buffer Comm_flush_buffer Comm_iflush_buffer
            Session_attach_buffer Session_detach_buffer Session_flush_buffer Session_iflush_buffer Buffer_attach
            Buffer_detach Buffer_flush Buffer_iflush Isend Ibsend Issend Irsend Irecv Wait Test Request_free Waitany
            Testany Waitall Testall Waitsome Testsome Request_get_status Request_get_status_any Request_get_status_all
            Request_get_status_some Iprobe Probe Improbe Mprobe Mrecv Imrecv Cancel Test_cancelled Send_init Bsend_init
            Ssend_init Rsend_init Recv_init Start Startall Sendrecv Sendrecv_replace Isendrecv Isendrecv_replace
            Psend_init Precv_init Pready Pready_range Pready_list Parrived
            Group_size Group_rank Group_translate_ranks Group_compare Comm_group Group_union Group_intersection
            Group_difference Group_incl Group_excl Group_range_incl Group_range_excl Group_from_session_pset Group_free
            Comm_size Comm_rank Comm_compare Comm_dup Comm_dup_with_info Comm_idup Comm_idup_with_info Comm_create
            Comm_create_group Comm_split Comm_split_type Comm_create_from_group Comm_free Comm_set_info Comm_get_info
            Comm_test_inter Comm_remote_size Comm_remote_group Intercomm_create Intercomm_create_from_groups
            Intercomm_merge Comm_create_keyval Comm_free_keyval Comm_set_attr Comm_get_attr Comm_delete_attr
            Win_create_keyval Win_free_keyval Win_set_attr Win_get_attr Win_delete_attr Type_create_keyval
            Type_free_keyval Type_set_attr Type_get_attr Type_delete_attr Comm_set_name Comm_get_name Type_set_name
            Type_get_name Win_set_name Win_get_name
            Cart_create Dims_create Graph_create Dist_graph_create_adjacent Dist_graph_create Topo_test Graphdims_get
            Graph_get Cartdim_get Cart_get Cart_rank Cart_coords Graph_neighbors_count Graph_neighbors
            Dist_graph_neighbors_count Dist_graph_neighbors Cart_shift Cart_sub Cart_map Graph_map Neighbor_allgather
            Neighbor_allgatherv Neighbor_alltoall Neighbor_alltoallv Neighbor_alltoallw Ineighbor_allgather
            Ineighbor_allgatherv Ineighbor_alltoall Ineighbor_alltoallv Ineighbor_alltoallw Neighbor_allgather_init
            Neighbor_allgatherv_init Neighbor_alltoall_init Neighbor_alltoallv_init Neighbor_alltoallw_init
            Get_version Get_library_version Get_processor_name Alloc_mem Free_mem Comm_create_errhandler
            Comm_set_errhandler Comm_get_errhandler Win_create_errhandler Win_set_errhandler Win_get_errhandler
            File_create_errhandler File_set_errhandler File_get_errhandler Session_create_errhandler
            Session_set_errhandler Session_get_errhandler Errhandler_free Error_string Error_class Add_error_class
            Remove_error_class Add_error_code Remove_error_code Add_error_string Remove_error_string Comm_call_errhandler
            Win_call_errhandler File_call_errhandler Session_call_errhandler Wtime Wtick Info_create Info_delete Info_dup
            Info_free Info_get_nkeys Info_get_nthkey Info_get_string Info_set Info_create_env
            Init Init_thread Initialized Finalize Finalized Query_thread Is_thread_main Abort Session_init
            Session_finalize Session_get_num_psets Session_get_nth_pset Session_get_info Session_get_pset_info Comm_spawn
            Comm_spawn_multiple Comm_get_parent Open_port Close_port Comm_accept Comm_connect Publish_name Unpublish_name
            Lookup_name Comm_disconnect Comm_join
            Win_create Win_allocate Win_allocate_shared Win_shared_query Win_create_dynamic Win_attach
            Win_detach Win_free Win_get_group Win_set_info Win_get_info Put
            Get Accumulate Get_accumulate Fetch_and_op Compare_and_swap Rput
            Rget Raccumulate Rget_accumulate Win_fence Win_start Win_complete
            Win_post Win_wait Win_test Win_lock Win_unlock Win_lock_all
            Win_unlock_all Win_flush Win_flush_all Win_flush_local Win_flush_local_all Win_sync
            """.split("\\s+")).map(name -> "MPI_" + name).toList();

    private final List<CallRow> rows = CallRow.of(PAGE);

    @Test
    @DisplayName("docs/conformance.md has each call of MPI's chapters 3, 4 and 7 to 12, once")
    void complete() {
        assertThat(rows.stream().map(CallRow::call).filter(CallTableTest::isProcedure))
                .containsExactlyInAnyOrderElementsOf(CALLS);
        assertThat(rows.stream().map(CallRow::call)).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "docs/conformance.md gives each call a Java form, or says that there is none yet, or that none is needed")
    void forms() {
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.isWithoutForm())
                        .as("%s: %s", row.call(), row.form())
                        .isEqualTo(row.references().isEmpty()));
    }

    @Test
    @DisplayName("docs/conformance.md names methods and constants that exist")
    void members() {
        assertThat(rows.stream().flatMap(row -> row.references().stream()))
                .isNotEmpty()
                .allMatch(CallRow::exists);
    }

    @Test
    @DisplayName("a method that does not exist is noticed")
    void missingMember() {
        assertThat(CallRow.exists("Communicator.isend")).isTrue();
        assertThat(CallRow.exists("Communicator.jsend")).isFalse();
        assertThat(CallRow.exists("Communicators.isend")).isFalse();
    }

    /** Constants are in capitals. */
    private static boolean isProcedure(String name) {
        return name.chars().anyMatch(Character::isLowerCase);
    }
}
