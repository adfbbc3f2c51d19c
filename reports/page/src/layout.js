// SPDX-License-Identifier: Apache-2.0
// Where a logical element lies in tile memory, in elements; the formula of reference/isa/call/physical.hpp.
export function physicalOffset({ layout, rows, cols, box: [boxRows, boxCols] }) {
  const inside = (row, col) => [row % boxRows, col % boxCols];
  const outside = (row, col) => [Math.floor(row / boxRows), Math.floor(col / boxCols)];
  const boxed = (outer, inner) => (row, col) => {
    const [ir, ic] = inside(row, col);
    const [br, bc] = outside(row, col);
    return outer(br, bc) + inner(ir, ic);
  };
  const byColumns = (br, bc) => bc * rows * boxCols + br * boxRows * boxCols;
  const byRows = (br, bc) => br * cols * boxRows + bc * boxRows * boxCols;
  const rowMajor = (ir, ic) => ir * boxCols + ic;
  const colMajor = (ir, ic) => ic * boxRows + ir;
  switch (layout) {
    case "DN": return (row, col) => col * rows + row;
    case "NZ": return boxed(byColumns, rowMajor);
    case "ZN": return boxed(byRows, colMajor);
    case "ZZ": return boxed(byRows, rowMajor);
    case "NN": return boxed(byColumns, colMajor);
    default: return (row, col) => row * cols + col;
  }
}

// How many elements one line of the memory view shows: a row, a column or a box.
export function lineLength({ layout, rows, cols, box }) {
  if (layout === "ND") return cols;
  return layout === "DN" ? rows : box[0] * box[1];
}
