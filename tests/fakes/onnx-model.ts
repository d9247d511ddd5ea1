/** Writes the smallest real models for sherpa-onnx, in the format ONNX, which is protobuf. */

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  while (left >= 128) {
    bytes.push((left % 128) + 128)
    left = Math.floor(left / 128)
  }
  return [...bytes, left]
}
type Value = number | string | Buffer
function field(number: number, value: Value): Buffer {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
  const bytes = Buffer.from(value as string)
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
}
const message = (...fields: readonly [number: number, value: Value][]) =>
  Buffer.concat(fields.map(([number, value]) => field(number, value)))

const float = 1
const int64 = 7
const tensorType = (name: string, type: number, dimensions: readonly string[]) =>
  message(
    [1, name],
    [2, message([1, message([1, type], [2, Buffer.concat(dimensions.map((one) => field(1, message([2, one]))))])])],
  )
const floats = (name: string, shape: readonly number[], values: readonly number[]) =>
  Buffer.concat([
    ...shape.map((one) => field(1, one)),
    message([2, float], [8, name], [9, Buffer.from(Float32Array.from(values).buffer)]),
  ])
const node = (type: string, inputs: readonly string[], output: string, attribute?: Buffer) =>
  Buffer.concat([
    ...inputs.map((one) => field(1, one)),
    message([2, output], [4, type]),
    ...(attribute === undefined ? [] : [field(5, attribute)]),
  ])

const features = 80

/**
 * A CTC model as NVIDIA NeMo exports it, with the tokens of a word and blank. It says the word once, whatever it hears.
 * Returns its files by name.
 */
export function nemoCtcModel(word: string): Record<string, Buffer> {
  const axes = message([1, 'perm'], [20, 7])
  const perm = Buffer.concat([axes, ...[0, 2, 1].map((one) => field(8, one))])
  const graph = Buffer.concat([
    field(1, node('Transpose', ['audio_signal'], 'frames', perm)),
    field(1, node('MatMul', ['frames', 'weights'], 'nothing')),
    field(1, node('Add', ['nothing', 'bias'], 'logprobs')),
    field(2, 'says-one-word'),
    field(
      5,
      floats(
        'weights',
        [features, 2],
        Array.from({ length: 2 * features }, () => 0),
      ),
    ),
    field(5, floats('bias', [2], [-0.01, -5])),
    field(11, tensorType('audio_signal', float, ['N', 'C', 'T'])),
    field(11, tensorType('length', int64, ['N'])),
    field(12, tensorType('logprobs', float, ['N', 'T', 'V'])),
  ])
  const metadata = {
    vocab_size: '2',
    subsampling_factor: '1',
    normalize_type: 'per_feature',
    model_type: 'EncDecCTCModelBPE',
  }
  const model = Buffer.concat([
    field(1, 8),
    field(7, graph),
    field(8, message([1, ''], [2, 13])),
    ...Object.entries(metadata).map(([key, value]) => field(14, message([1, key], [2, value]))),
  ])
  return { 'model.onnx': model, 'tokens.txt': Buffer.from(`▁${word} 0\n<blk> 1\n`) }
}
