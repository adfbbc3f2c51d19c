/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend for tests: the form of the call says what it does. Tests alone build it.
 * TEST_PLUGIN_TRAP=crash:7C01 (or hang:7C01) in the environment: the last operand must not have an
 * element of 16 bits with that pattern.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runners/backend.h"

static int calls = 0;

static int asks(const assay_call* call, const char* what) { return strcmp(call->form, what) == 0; }

static const assay_operand* first_output(const assay_call* call) {
  for (uint32_t i = 0; i < call->operand_count; ++i) {
    if (call->operands[i].role == ASSAY_OUTPUT) return &call->operands[i];
  }
  return NULL;
}

static int holds(const assay_operand* operand, unsigned long pattern) {
  for (uint64_t i = 0; i + 1 < operand->byte_size; i += 2) {
    uint16_t element;
    memcpy(&element, (const unsigned char*)operand->data + i, sizeof element);
    if (element == pattern) return 1;
  }
  return 0;
}

static void fall_into_trap(const assay_call* call) {
  const char* trap = getenv("TEST_PLUGIN_TRAP");
  const char* pattern = trap == NULL ? NULL : strchr(trap, ':');
  if (pattern == NULL) return;
  if (!holds(&call->operands[call->operand_count - 1], strtoul(pattern + 1, NULL, 16))) return;
  if (trap[0] == 'c') raise(SIGSEGV);
  for (;;) pause();
}

/* Copies the bytes of the last operand to the first output. */
static assay_status copy(const assay_call* call) {
  const assay_operand* to = first_output(call);
  const assay_operand* from = &call->operands[call->operand_count - 1];
  if (to == NULL || to->byte_size != from->byte_size) return ASSAY_UNSUPPORTED;
  memcpy(to->data, from->data, to->byte_size);
  return ASSAY_DONE;
}

static assay_status execute(void* state, assay_call* call) {
  (void)state;
  ++calls;
  const assay_operand* out = first_output(call);
  fall_into_trap(call);
  if (asks(call, "crash")) {
    fprintf(stderr, "about to fall\n");
    raise(SIGSEGV);
  }
  if (asks(call, "hang")) {
    for (;;) pause();
  }
  if (asks(call, "exit")) exit(7);
  if (asks(call, "garbage")) (void)!write(3, "what?", 5);
  if (asks(call, "unknown_status")) return (assay_status)77;
  if (asks(call, "reject")) return ASSAY_REJECTED;
  if (asks(call, "before")) ((unsigned char*)out->data)[-3] ^= 0xFF;
  if (asks(call, "behind")) ((unsigned char*)out->data)[out->byte_size] ^= 0xFF;
  if (asks(call, "print")) {
    printf("not part of the report\n");
    call->text_length = (uint64_t)snprintf(call->text, call->text_capacity, "call %d", calls);
  }
  if (asks(call, "long_text")) call->text_length = call->text_capacity + 1;
  return copy(call);
}

static const char* last_message(void* state) {
  (void)state;
  return "because the test says so";
}

const assay_backend* assay_backend_get(uint32_t abi_version) {
  static const assay_backend backend = {sizeof(assay_backend),
                                        ASSAY_ABI_VERSION,
                                        "test plugin",
                                        "1",
                                        "cpu",
                                        execute,
                                        last_message,
                                        NULL};
  return abi_version == ASSAY_ABI_VERSION ? &backend : NULL;
}
