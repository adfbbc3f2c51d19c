/* SPDX-License-Identifier: Apache-2.0
 *
 * The C ABI between Assay and something that can execute PTO tile instructions: data only. No
 * exceptions, no allocation and no ownership cross it. Structures grow at the end; struct_size says
 * how much of one its producer knows. All names are NUL-terminated ASCII in the manual's spelling.
 */
#ifndef ASSAY_BACKEND_H
#define ASSAY_BACKEND_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_ABI_VERSION 2u /* 1: without programs; such plugins are loaded as well */

typedef enum assay_status {
  ASSAY_DONE = 0,
  ASSAY_REJECTED = 1,    /* the call breaks a rule; nothing was written */
  ASSAY_UNSUPPORTED = 2, /* the call may be legal, this backend does not implement it */
  ASSAY_BROKEN = 3       /* the device or the harness failed, not the call */
} assay_status;

typedef enum assay_kind { ASSAY_TILE = 0, ASSAY_GLOBAL = 1, ASSAY_SCALAR = 2 } assay_kind;

typedef enum assay_role {
  ASSAY_OUTPUT = 0,
  ASSAY_INPUT = 1,
  ASSAY_IN_OUT = 2,
  ASSAY_SCRATCH = 3
} assay_role;

/* Element formats. The 4-bit ones hold two elements a byte, the even one in the low nibble. */
typedef enum assay_element {
  ASSAY_F32 = 0,
  ASSAY_F16 = 1,
  ASSAY_BF16 = 2,
  ASSAY_E4M3 = 3,
  ASSAY_E5M2 = 4,
  ASSAY_E8M0 = 5,
  ASSAY_HIF8 = 6,
  ASSAY_E2M1 = 7,
  ASSAY_E1M2 = 8,
  ASSAY_I4 = 9,
  ASSAY_I8 = 10,
  ASSAY_U8 = 11,
  ASSAY_I16 = 12,
  ASSAY_U16 = 13,
  ASSAY_I32 = 14,
  ASSAY_U32 = 15,
  ASSAY_I64 = 16,
  ASSAY_U64 = 17,
  ASSAY_F64 = 18 /* scalars only */
} assay_element;

typedef enum assay_location {
  ASSAY_VEC = 0,
  ASSAY_MAT = 1,
  ASSAY_LEFT = 2,
  ASSAY_RIGHT = 3,
  ASSAY_ACC = 4,
  ASSAY_BIAS = 5,
  ASSAY_SCALING = 6,
  ASSAY_SCALE_LEFT = 7,
  ASSAY_SCALE_RIGHT = 8
} assay_location;

typedef enum assay_block_layout { ASSAY_ROW_MAJOR = 0, ASSAY_COL_MAJOR = 1 } assay_block_layout;

typedef enum assay_box_layout {
  ASSAY_NONE_BOX = 0,
  ASSAY_BOX_ROW_MAJOR = 1,
  ASSAY_BOX_COL_MAJOR = 2
} assay_box_layout;

typedef enum assay_pad {
  ASSAY_PAD_NULL = 0,
  ASSAY_PAD_ZERO = 1,
  ASSAY_PAD_MAX = 2,
  ASSAY_PAD_MIN = 3,
  ASSAY_PAD_CUSTOM = 4
} assay_pad;

/* Layouts of global memory and of convolution tiles. */
typedef enum assay_layout {
  ASSAY_ND = 0,
  ASSAY_DN = 1,
  ASSAY_NZ = 2,
  ASSAY_MX_A_ND = 3,
  ASSAY_MX_A_DN = 4,
  ASSAY_MX_A_ZZ = 5,
  ASSAY_MX_B_ND = 6,
  ASSAY_MX_B_DN = 7,
  ASSAY_MX_B_NN = 8,
  ASSAY_NC1HWC0 = 9,
  ASSAY_NDC1HWC0 = 10,
  ASSAY_FRACTAL_Z = 11,
  ASSAY_FRACTAL_Z_3D = 12,
  ASSAY_NCHW = 13, /* from here on of convolution tiles alone */
  ASSAY_GNCHW = 14,
  ASSAY_GNC1HWC0 = 15,
  ASSAY_NCDHW = 16
} assay_layout;

/* A static valid size or dimension is a template argument; a dynamic one is -1 there. */
#define ASSAY_DYNAMIC_VALID_ROWS 1u
#define ASSAY_DYNAMIC_VALID_COLS 2u
#define ASSAY_DYNAMIC_STRIDE 4u
#define ASSAY_DYNAMIC_SHAPE(dim) (16u << (dim)) /* dim 0..4 */
#define ASSAY_CONV_TILE 8u /* rank and shape describe a ConvTile; rows and cols are 0 */
/* A scalar that is no argument of the intrinsic: its ConvTile or the machine sets it before. */
#define ASSAY_SET_BEFORE 512u
/* With ASSAY_SET_BEFORE: an earlier call of a program left the scalar in a register, so that
 * nothing sets it again. Where there are no registers, it is set before the call. */
#define ASSAY_LEFT_BEFORE 1024u

typedef struct assay_operand {
  uint32_t struct_size;
  uint32_t kind;    /* assay_kind */
  uint32_t role;    /* assay_role */
  uint32_t element; /* assay_element */
  const char* name;
  uint32_t flags; /* ASSAY_DYNAMIC_..., ASSAY_CONV_TILE, ASSAY_SET_BEFORE, ASSAY_LEFT_BEFORE */

  /* tiles */
  uint32_t location;     /* assay_location */
  uint32_t block_layout; /* assay_block_layout */
  uint32_t box_layout;   /* assay_box_layout */
  uint32_t fractal_size; /* 512, 1024 or 32 */
  uint32_t pad;          /* assay_pad */
  uint32_t pad_bits;     /* pattern of a custom pad */
  uint32_t compact;      /* 0 none, 1 normal, 2 one row more, 3 rows padded to 16 */
  int64_t rows, cols;
  int64_t valid_rows, valid_cols;

  /* global memory and convolution tiles; counts of elements */
  uint32_t layout; /* assay_layout */
  uint32_t rank;   /* 5 for global memory, 1 to 6 for a convolution tile */
  int64_t shape[6];
  int64_t stride[5];

  /* scalars: the pattern in the type that `element` says */
  uint64_t scalar_bits;

  /* Tiles: first byte of tile memory in the device's own layout; output and input of a call in
   * place have one. Global memory: element (0,0,0,0,0) of the view. byte_size: to the end. */
  void* data;
  uint64_t byte_size;
} assay_operand;

typedef struct assay_attribute {
  const char* name;  /* "format" */
  const char* value; /* "Width8_Precision4" */
} assay_attribute;

typedef struct assay_call {
  uint32_t struct_size;
  uint32_t operand_count;
  uint32_t attribute_count;
  uint32_t reserved;
  const char* op;     /* "TRSQRT" */
  const char* form;   /* "tmp": the overload, as `assay show` names it */
  const char* target; /* "a2a3", "a5", "cpu" */
  const assay_operand* operands;
  const assay_attribute* attributes;
  /* What the call prints. The backend appends at most text_capacity bytes and sets text_length. */
  char* text;
  uint64_t text_capacity;
  uint64_t text_length;
  /* One sentence on a status other than ASSAY_DONE, valid until the next call. NULL as it comes; a
   * backend that leaves it so is asked for its last_message. */
  const char* message;
} assay_call;

/* Memories that tiles and global memory lie in. */
typedef enum assay_memory {
  ASSAY_GM = 0,
  ASSAY_UB = 1,
  ASSAY_L1 = 2,
  ASSAY_L0A = 3,
  ASSAY_L0B = 4,
  ASSAY_L0C = 5,
  ASSAY_BIAS_TABLE = 6,
  ASSAY_FIXPIPE_BUFFER = 7,
  ASSAY_LEFT_SCALES = 8,
  ASSAY_RIGHT_SCALES = 9
} assay_memory;

/* The part of a memory that the calls of a program share, from its first byte on. */
typedef struct assay_image {
  uint32_t struct_size;
  uint32_t memory; /* assay_memory */
  void* data;      /* contents before the first call and after the last */
  uint64_t byte_size;
} assay_image;

/* A copy requested after a call: the whole image, as it is then, to `data`. Taps of a program
 * come in the order of the calls. */
typedef struct assay_tap {
  uint32_t struct_size;
  uint32_t call; /* number of the call, from 0 */
  uint32_t image;
  uint32_t reserved;
  void* data;
} assay_tap;

/* The place of an operand of a program: the address of a tile's first byte, or of element
 * (0,0,0,0,0) of a view, in bytes from the start of an image. UINT32_MAX for the image of a scalar.
 */
typedef struct assay_place {
  uint32_t image;
  uint32_t reserved;
  uint64_t address;
} assay_place;

/* Calls over shared images, one after the other. Operands of the calls point into the images, and
 * may overlap where one call no longer needs the memory that another one uses. `places` has one for
 * each operand of the first call, then of the second, and so on. */
typedef struct assay_program {
  uint32_t struct_size;
  uint32_t call_count;
  uint32_t image_count;
  uint32_t tap_count;
  assay_call* calls;
  const assay_image* images;
  const assay_tap* taps;
  const assay_place* places;
  /* Where the backend may say how far it is, if struct_size reaches here: the number of a call,
   * from 0, stored before the call begins and after the taps of earlier calls. UINT32_MAX at
   * first. It identifies the call in which the process crashes or hangs; NULL if it would not be
   * read. */
  volatile uint32_t* begun;
} assay_program;

/* A backend is one of these. Assay uses it from one thread of one process, which it may kill; a
 * process that a call leaves running ends with it before the next request.
 *
 * Each call finds the floating-point environment of a new process: rounding to nearest, subnormals
 * kept, exceptions masked; and signal mask, timers and locale as they were before the first call.
 * A call may change them and must set them back before it returns, as the calling conventions of
 * x86-64 and aarch64 demand of the floating-point control registers. What it leaves changed is set
 * back by Assay and reported with its case; its results count. Calls that run together in
 * execute_batch or execute_program see what the ones before them left.
 *
 * Members from `devices` on are optional: NULL, or beyond struct_size. */
typedef struct assay_backend {
  uint32_t struct_size;
  uint32_t abi_version;
  const char* name;
  const char* revision;
  const char* targets; /* comma-separated: "a2a3,a5,cpu"; calls for others never come */
  /* Runs one call to completion. */
  assay_status (*execute)(void* state, assay_call* call);
  /* One sentence on the last call that did not answer ASSAY_DONE; valid until the next call. */
  const char* (*last_message)(void* state);
  void* state;

  /* Comma-separated names of devices. Each process opens one of them, once, before the first call:
   * number 0 is the first name. Without them there is one device, and nothing to open. */
  const char* devices;
  assay_status (*open_device)(void* state, uint32_t device);
  /* ASSAY_DONE where execute would try the call; REJECTED or UNSUPPORTED are answers at once,
   * before any execution. Looks at types and sizes only, never at contents. */
  assay_status (*supports)(void* state, const assay_call* call);
  /* Instead of execute, where several calls are at hand: runs them as if in this order, and stores
   * a status for each. */
  void (*execute_batch)(void* state, assay_call* calls, uint32_t count, assay_status* statuses);

  /* Since version 2. Instead of execute for each call of a program: runs them in this order up to
   * the first that is not done, fills the taps, and stores a status for each call that was begun.
   * Without it the calls of a program come to `execute` one by one, pointing into the images. */
  void (*execute_program)(void* state, assay_program* program, assay_status* statuses);
  /* Not 0: execute_program fills no taps, and none are asked for. Programs are then judged by what
   * their images hold after the last call, within bounds that are carried through all calls. */
  uint32_t shows_ends_only;
} assay_backend;

/* What a plugin exports. NULL where it does not know the version.
 *   const assay_backend *assay_backend_get(uint32_t abi_version);
 * examples/backend.c is a whole plugin. */

#ifdef __cplusplus
}
#endif

#endif
