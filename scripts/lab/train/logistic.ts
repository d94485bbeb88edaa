/** A sparse row of features: their numbers and values. */
export interface SparseRow {
  readonly at: Int32Array;
  readonly values: Float64Array;
}

/** What a fit is given: rows, for each whether it is a case, how much it counts, and the strength of the data against the penalty. */
export interface Problem {
  readonly rows: readonly SparseRow[];
  readonly isCase: readonly boolean[];
  readonly counts: readonly number[];
  readonly size: number;
  readonly strength: number;
}

const MEMORY = 8;
const MOST_STEPS = 120;
const NEAR = 1e-3;

/**
 * Weights of a logistic regression with a quadratic penalty, by L-BFGS (Nocedal and Wright, Numerical Optimization, 7.2) from 0:
 * the minimum of |w|²/2 + strength · Σ count · log(1 + exp(-y w·x)). The same input gives the same weights.
 */
export function fitLogistic(problem: Problem): Float64Array {
  let weights = new Float64Array(problem.size);
  let { loss, gradient } = evaluate(problem, weights);
  const start = length(gradient);
  const moves: { readonly step: Float64Array; readonly turn: Float64Array; readonly share: number }[] = [];
  for (let round = 0; round < MOST_STEPS && length(gradient) > NEAR * start; round++) {
    const direction = directionOf(gradient, moves);
    const next = searchAlong(problem, weights, loss, gradient, direction);
    if (!next) break;
    const step = subtract(next.weights, weights);
    const turn = subtract(next.gradient, gradient);
    moves.push({ step, turn, share: 1 / dot(step, turn) });
    if (moves.length > MEMORY) moves.shift();
    ({ weights, loss, gradient } = next);
  }
  return weights;
}

function evaluate({ rows, isCase, counts, strength }: Problem, weights: Float64Array) {
  const gradient = weights.slice();
  let loss = dot(weights, weights) / 2;
  for (const [index, row] of rows.entries()) {
    const sign = isCase[index] ? 1 : -1;
    const margin = sign * dotSparse(row, weights);
    const weight = strength * (counts[index] ?? 1);
    loss += weight * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    const pull = (-sign * weight) / (1 + Math.exp(margin));
    for (let place = 0; place < row.at.length; place++) {
      const at = row.at[place] ?? 0;
      gradient[at] = (gradient[at] ?? 0) + pull * (row.values[place] ?? 0);
    }
  }
  return { loss, gradient };
}

/** The two-loop recursion. */
function directionOf(
  gradient: Float64Array,
  moves: readonly { readonly step: Float64Array; readonly turn: Float64Array; readonly share: number }[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const parts = [...moves].reverse().map(({ step, turn, share }) => {
    const part = share * dot(step, direction);
    addTo(direction, turn, -part);
    return part;
  });
  const last = moves.at(-1);
  if (last) scale(direction, dot(last.step, last.turn) / dot(last.turn, last.turn));
  for (const [index, { step, turn, share }] of moves.entries()) {
    const part = parts[moves.length - 1 - index] ?? 0;
    addTo(direction, step, part - share * dot(turn, direction));
  }
  return direction;
}

const ENOUGH = 1e-4;

/** Halves the step until the loss falls enough; undefined where it doesn't. */
function searchAlong(problem: Problem, weights: Float64Array, loss: number, gradient: Float64Array, direction: Float64Array) {
  const slope = dot(gradient, direction);
  const first = Math.min(1, 1 / length(gradient));
  for (let rate = slope === -dot(gradient, gradient) ? first : 1; rate > 1e-10; rate /= 2) {
    const moved = weights.slice();
    addTo(moved, direction, rate);
    const there = evaluate(problem, moved);
    if (there.loss <= loss + ENOUGH * rate * slope) return { weights: moved, ...there };
  }
  return undefined;
}

/** The weighted sum of a row. */
export function dotSparse({ at, values }: SparseRow, weights: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < at.length; place++) sum += (weights[at[place] ?? 0] ?? 0) * (values[place] ?? 0);
  return sum;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

const length = (vector: Float64Array) => Math.sqrt(dot(vector, vector));
const subtract = (a: Float64Array, b: Float64Array) => a.map((value, index) => value - (b[index] ?? 0));

function addTo(target: Float64Array, added: Float64Array, factor: number) {
  for (let index = 0; index < target.length; index++) target[index] = (target[index] ?? 0) + factor * (added[index] ?? 0);
}

function scale(target: Float64Array, factor: number) {
  for (let index = 0; index < target.length; index++) target[index] = (target[index] ?? 0) * factor;
}
