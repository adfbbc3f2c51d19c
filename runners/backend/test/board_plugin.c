/* SPDX-License-Identifier: Apache-2.0
 *
 * A board for tests: it computes TAND, TOR and TNOT of integers rightly until it falls ill.
 * ASSAY_TEST_BOARD=ILLNESS:N:FILE in the environment; FILE counts the calls of all processes.
 *   crash, hang, busy or zero: ill for good from the N-th call on
 *   flaky: one element is wrong in every N-th call that is none to refuse; it counts only these
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runners/backend.h"

/* How many calls there were, this one included. */
static long count_call(const char* file) {
  struct stat status;
  const int counter = open(file, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (counter < 0 || write(counter, "x", 1) != 1 || fstat(counter, &status) != 0) abort();
  close(counter);
  return (long)status.st_size;
}

static int is_legal(const assay_call* call) {
  const assay_operand* dst = &call->operands[0];
  if (dst->valid_rows > dst->rows || dst->valid_cols > dst->cols) return 0;
  for (uint32_t i = 1; i < call->operand_count; ++i) {
    const assay_operand* src = &call->operands[i];
    if (src->element != dst->element) return 0;
    if (src->valid_rows > src->rows || src->valid_cols > src->cols) return 0;
    if (src->valid_rows != dst->valid_rows || src->valid_cols != dst->valid_cols) return 0;
  }
  return 1;
}

/* The name of the illness where it strikes now, or null. */
static const char* illness(const assay_call* call) {
  const char* text = getenv("ASSAY_TEST_BOARD");
  const char* number = text == NULL ? NULL : strchr(text, ':');
  const char* file = number == NULL ? NULL : strchr(number + 1, ':');
  if (file == NULL || (text[0] == 'f' && !is_legal(call))) return NULL;
  const long calls = count_call(file + 1);
  const long limit = strtol(number + 1, NULL, 10);
  if (text[0] == 'f') return calls % limit == 0 ? text : NULL;
  return calls >= limit ? text : NULL;
}

/* Rows of elements of whole bytes, one after the other. */
static int is_plain(const assay_call* call) {
  for (uint32_t i = 0; i < call->operand_count; ++i) {
    const assay_operand* tile = &call->operands[i];
    if (tile->kind != ASSAY_TILE || tile->block_layout != ASSAY_ROW_MAJOR) return 0;
    if (tile->box_layout != ASSAY_NONE_BOX || tile->compact != 0) return 0;
  }
  return 1;
}

static void compute(const assay_call* call) {
  const assay_operand* dst = &call->operands[0];
  const assay_operand* one = &call->operands[1];
  const assay_operand* two = &call->operands[call->operand_count - 1];
  const int64_t size = (int64_t)dst->byte_size / (dst->rows * dst->cols);
  for (int64_t row = 0; row < dst->valid_rows; ++row) {
    const unsigned char* a = (const unsigned char*)one->data + row * one->cols * size;
    const unsigned char* b = (const unsigned char*)two->data + row * two->cols * size;
    unsigned char* out = (unsigned char*)dst->data + row * dst->cols * size;
    for (int64_t i = 0; i < dst->valid_cols * size; ++i) {
      const int both = call->op[1] == 'A' ? a[i] & b[i] : a[i] | b[i];
      out[i] = (unsigned char)(call->op[1] == 'N' ? ~a[i] : both);
    }
  }
}

static assay_status execute(void* state, assay_call* call) {
  (void)state;
  if (!is_plain(call)) return ASSAY_UNSUPPORTED;
  const char* ill = illness(call);
  if (ill != NULL && ill[0] == 'c') raise(SIGSEGV);
  while (ill != NULL && ill[0] == 'h') pause();
  if (ill != NULL && ill[0] == 'b') return ASSAY_BROKEN;
  if (!is_legal(call)) return ASSAY_REJECTED;
  if (ill != NULL && ill[0] == 'z') {
    memset(call->operands[0].data, 0, call->operands[0].byte_size);
    return ASSAY_DONE;
  }
  compute(call);
  if (ill != NULL) ((unsigned char*)call->operands[0].data)[0] ^= 0x55;
  return ASSAY_DONE;
}

static const char* last_message(void* state) {
  (void)state;
  return "the board does not answer";
}

const assay_backend* assay_backend_get(uint32_t abi_version) {
  static const assay_backend backend = {sizeof(assay_backend),
                                        ASSAY_ABI_VERSION,
                                        "test board",
                                        "1",
                                        "cpu",
                                        execute,
                                        last_message,
                                        NULL};
  return abi_version == ASSAY_ABI_VERSION ? &backend : NULL;
}
