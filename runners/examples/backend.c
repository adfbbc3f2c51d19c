/* SPDX-License-Identifier: Apache-2.0
 * A backend in C: bitwise and, or of integer tiles in rows. Build it and try it:
 *   cc -std=c11 -shared -fPIC -I. runners/examples/backend.c -o logic.so
 *   assay run --op TAND --backend plugin:./logic.so
 *   assay run --suite programs --op TAND,TOR --backend plugin:./logic.so */
#include "runners/backend.h"

#include <string.h>

static assay_status say(void* state, assay_status status, const char* message) {
  *(const char**)state = message;
  return status;
}

static assay_status supports(void* state, const assay_call* call) {
  if (strcmp(call->op, "TAND") != 0 && strcmp(call->op, "TOR") != 0) {
    return say(state, ASSAY_UNSUPPORTED, "this example knows TAND and TOR");
  }
  for (uint32_t i = 0; i < call->operand_count; ++i) {
    const assay_operand *dst = &call->operands[0], *tile = &dst[i];
    if (tile->block_layout != ASSAY_ROW_MAJOR || tile->box_layout != ASSAY_NONE_BOX) {
      return say(state, ASSAY_UNSUPPORTED, "tiles are not in rows");
    }
    if (tile->element < ASSAY_I8 || tile->element > ASSAY_U32 || tile->element != dst->element) {
      return say(state, ASSAY_REJECTED, "operands must have one integer type of 8 to 32 bits");
    }
    if (tile->valid_rows != dst->valid_rows || tile->valid_cols != dst->valid_cols ||
        tile->valid_rows > tile->rows || tile->valid_cols > tile->cols) {
      return say(state, ASSAY_REJECTED, "valid regions must be equal and lie in their tiles");
    }
  }
  return ASSAY_DONE;
}

static assay_status execute(void* state, assay_call* call) {
  const assay_status status = supports(state, call);
  if (status != ASSAY_DONE) return status;
  const assay_operand *dst = &call->operands[0], *a = &dst[1], *b = &dst[2];
  const int64_t width = (int64_t)dst->byte_size / (dst->rows * dst->cols);
  for (int64_t row = 0; row < dst->valid_rows; ++row) {
    unsigned char* out = (unsigned char*)dst->data + row * dst->cols * width;
    const unsigned char* x = (const unsigned char*)a->data + row * a->cols * width;
    const unsigned char* y = (const unsigned char*)b->data + row * b->cols * width;
    for (int64_t i = 0; i < dst->valid_cols * width; ++i) {
      out[i] = (unsigned char)(call->op[1] == 'A' ? x[i] & y[i] : x[i] | y[i]);
    }
  }
  return ASSAY_DONE;
}

/* For a program the memories after each call are requested; the operands point into them. */
static void execute_program(void* state, assay_program* program, assay_status* statuses) {
  const assay_tap* tap = program->taps;
  for (uint32_t k = 0; k < program->call_count; ++k) {
    if (program->begun != NULL) *program->begun = k; /* a crash is then known to be of this call */
    statuses[k] = execute(state, &program->calls[k]);
    if (statuses[k] != ASSAY_DONE) return;
    for (; tap < program->taps + program->tap_count && tap->call == k; ++tap) {
      memcpy(tap->data, program->images[tap->image].data, program->images[tap->image].byte_size);
    }
  }
}

static const char* last_message(void* state) { return *(const char**)state; }

const assay_backend* assay_backend_get(uint32_t abi_version) {
  static const char* message = "";
  static const assay_backend backend = {.struct_size = sizeof(assay_backend),
                                        .abi_version = ASSAY_ABI_VERSION,
                                        .name = "logic",
                                        .revision = "1",
                                        .targets = "a2a3,a5",
                                        .execute = execute,
                                        .last_message = last_message,
                                        .state = &message,
                                        .supports = supports,
                                        .execute_program = execute_program};
  return abi_version == ASSAY_ABI_VERSION ? &backend : NULL;
}
