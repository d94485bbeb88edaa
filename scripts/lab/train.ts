import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import type { StoredModel } from '../../site/analysis/model/model.ts';
import { fitTables, prepare, toMatrix } from './train/fit.ts';
import { fitCalibrations, invented, publishers, readHeldOut, UNCALIBRATED } from './train/held-out.ts';
import { readLessons } from './train/lessons.ts';

const HELP = `node scripts/lab/train.ts   learns site/analysis/model/weights.json.br from the labeled texts; the same texts give the same bytes`;

const WEIGHTS = 'site/analysis/model/weights.json.br';

/** Learns the weights from all texts, and the calibration from models that haven't seen a text's source. */
function main() {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) return console.log(HELP);
  const prepared = prepare(readLessons());
  const matrix = toMatrix(prepared);
  console.log(`${prepared.length} texts; ${matrix.presence.keys.length} and ${matrix.polarity.keys.length} features`);
  const calibration = fitCalibrations(readHeldOut(prepared, matrix, [...publishers, ...invented], UNCALIBRATED));
  const tables = fitTables(matrix, () => true);
  const model: StoredModel = { ...tables, calibration };
  // Plain JSON would be more than three times as large.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(WEIGHTS, brotliCompressSync(JSON.stringify(model), { params }));
  console.log(`${WEIGHTS}: ${tables.presence.rows.length} and ${tables.polarity.rows.length} rows`);
}

main();
