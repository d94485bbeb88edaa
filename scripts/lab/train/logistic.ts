/** Sparse rows (CSR): row `r` has the features `at[from[r]]` to `at[from[r + 1] - 1]`, whose values have the same indexes in `values`. */
export interface Rows {
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly values: Float32Array;
  /** The number of features. Feature 0 is the bias. */
  readonly size: number;
}

/** The input of a fit: rows, whether each is a case, the weight of each, and the strength of the penalty. */
export interface TrainingProblem {
  readonly rows: Rows;
  readonly isCase: Uint8Array;
  readonly counts: Float64Array;
  readonly penalty: number;
}

const MEMORY = 6;
const MOST_STEPS = 45;
const NEAR = 1e-3;
const ENOUGH = 1e-4;
const MOST_HALVINGS = 20;

/**
 * Weights of a logistic regression with a quadratic penalty, by L-BFGS (Nocedal and Wright, Numerical Optimization, 7.2) from 0:
 * the minimum of penalty · |w|²/2 + Σ count · log(1 + exp(-y w·x)). The same input gives the same weights.
 */
export function fitLogistic(problem: TrainingProblem): Float64Array {
  const used = Int32Array.from(problem.counts.keys()).filter((row) => (problem.counts[row] ?? 0) > 0);
  let weights = new Float64Array(problem.rows.size);
  let { loss, gradient } = evaluate(problem, used, weights);
  const start = length(gradient);
  const moves: Move[] = [];
  for (let step = 0; step < MOST_STEPS && length(gradient) > NEAR * start; step++) {
    const direction = directionOf(gradient, moves);
    const next = searchAlong(problem, used, { weights, loss, gradient }, direction);
    if (!next) break;
    const moved = subtract(next.weights, weights);
    const turn = subtract(next.gradient, gradient);
    moves.push({ moved, turn, share: 1 / dot(moved, turn) });
    if (moves.length > MEMORY) moves.shift();
    ({ weights, loss, gradient } = next);
  }
  return weights;
}

interface Move {
  readonly moved: Float64Array;
  readonly turn: Float64Array;
  readonly share: number;
}

interface Point {
  readonly weights: Float64Array<ArrayBuffer>;
  readonly loss: number;
  readonly gradient: Float64Array<ArrayBuffer>;
}

function evaluate({ rows, isCase, counts, penalty }: TrainingProblem, used: Int32Array, weights: Float64Array) {
  const gradient = weights.map((weight) => penalty * weight);
  let loss = (penalty * dot(weights, weights)) / 2;
  for (const row of used) {
    const sign = isCase[row] ? 1 : -1;
    const count = counts[row] ?? 0;
    const margin = sign * dotRow(rows, row, weights);
    loss += count * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    const pull = (-sign * count) / (1 + Math.exp(margin));
    const end = rows.from[row + 1] ?? 0;
    for (let place = rows.from[row] ?? 0; place < end; place++) {
      const feature = rows.at[place] ?? 0;
      gradient[feature] = (gradient[feature] ?? 0) + pull * (rows.values[place] ?? 0);
    }
  }
  return { loss, gradient };
}

/** The weighted sum of a row. */
export function dotRow({ from, at, values }: Rows, row: number, weights: Float64Array): number {
  let sum = 0;
  const end = from[row + 1] ?? 0;
  for (let place = from[row] ?? 0; place < end; place++) sum += (weights[at[place] ?? 0] ?? 0) * (values[place] ?? 0);
  return sum;
}

/** The two-loop recursion; the first step has length 1. */
function directionOf(gradient: Float64Array, moves: readonly Move[]): Float64Array {
  const direction = gradient.map((value) => -value);
  const parts = [...moves].reverse().map(({ moved, turn, share }) => {
    const part = share * dot(moved, direction);
    addTo(direction, turn, -part);
    return part;
  });
  const last = moves.at(-1);
  scale(direction, last ? dot(last.moved, last.turn) / dot(last.turn, last.turn) : 1 / length(gradient));
  for (const [index, { moved, turn, share }] of moves.entries()) {
    const part = parts[moves.length - 1 - index] ?? 0;
    addTo(direction, moved, part - share * dot(turn, direction));
  }
  return direction;
}

/** Halves the step until the loss falls enough; undefined if it doesn't. */
function searchAlong(problem: TrainingProblem, used: Int32Array, from: Point, direction: Float64Array): Point | undefined {
  const slope = dot(from.gradient, direction);
  let rate = 1;
  for (let halving = 0; halving < MOST_HALVINGS; halving++, rate /= 2) {
    const weights = from.weights.slice();
    addTo(weights, direction, rate);
    const there = evaluate(problem, used, weights);
    if (there.loss <= from.loss + ENOUGH * rate * slope) return { weights, ...there };
  }
  return undefined;
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
