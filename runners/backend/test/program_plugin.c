/* SPDX-License-Identifier: Apache-2.0
 * Takes programs, for tests: every call copies its second operand into the first.
 * ASSAY_PROGRAM_FAULT in the environment: "tap" forgets the taps of the second call, "order" makes
 * the calls from the last to the first, "version1" knows no programs and is as old as version 1;
 * in the third call "kill" sends itself SIGKILL, "segv" and "hang" do what they are called, and so
 * does "quiet" as "segv", without a word on which call it is in. */
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runners/backend.h"

static int asked(const char* what) {
  const char* fault = getenv("ASSAY_PROGRAM_FAULT");
  return fault != NULL && strcmp(fault, what) == 0;
}

/* Copies a tile into one of its layout. */
static assay_status execute(void* state, assay_call* call) {
  (void)state;
  const assay_operand *dst = &call->operands[0], *src = &call->operands[1];
  const int alike = call->operand_count == 2 && dst->byte_size == src->byte_size &&
                    dst->block_layout == src->block_layout && dst->box_layout == src->box_layout &&
                    dst->fractal_size == src->fractal_size && dst->rows == src->rows &&
                    dst->element == src->element;
  if (!alike) return ASSAY_UNSUPPORTED;
  memmove(dst->data, src->data, dst->byte_size);
  return ASSAY_DONE;
}

static void fill_taps(const assay_program* program, uint32_t call) {
  for (uint32_t i = 0; i < program->tap_count; ++i) {
    const assay_tap* tap = &program->taps[i];
    if (tap->call != call || (asked("tap") && call == 1)) continue;
    memcpy(tap->data, program->images[tap->image].data, program->images[tap->image].byte_size);
  }
}

/* Says which call begins; the third one may be the end. */
static void begin(const assay_program* program, uint32_t call) {
  if (!asked("quiet")) *program->begun = call;
  if (call != 2) return;
  if (asked("kill")) kill(getpid(), SIGKILL);
  if (asked("segv") || asked("quiet")) {
    *(volatile int*)sizeof(int) = 1;  // NOLINT(performance-no-int-to-ptr)
  }
  while (asked("hang")) pause();
}

static void execute_program(void* state, assay_program* program, assay_status* statuses) {
  for (uint32_t i = 0; i < program->call_count; ++i) {
    const uint32_t call = asked("order") ? program->call_count - 1 - i : i;
    begin(program, call);
    statuses[call] = execute(state, &program->calls[call]);
    if (statuses[call] != ASSAY_DONE) return;
    fill_taps(program, call);
  }
}

static const char* last_message(void* state) {
  (void)state;
  return "this plugin copies tiles of one layout";
}

const assay_backend* assay_backend_get(uint32_t abi_version) {
  static assay_backend backend;
  const uint32_t version = asked("version1") ? 1u : 2u;
  if (abi_version != version) return NULL;
  backend.struct_size =
      version == 1 ? (uint32_t)offsetof(assay_backend, execute_program) : (uint32_t)sizeof backend;
  backend.abi_version = version;
  backend.name = "program plugin";
  backend.revision = "1";
  backend.targets = "a2a3,a5,cpu";
  backend.execute = execute;
  backend.last_message = last_message;
  backend.execute_program = execute_program;
  return &backend;
}
