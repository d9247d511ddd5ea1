import type fc from 'fast-check'

/** The parts of the product that random input is tried on. */
export const surfaceNames = ['calls', 'sockets', 'extension messages', 'frame messages', 'pages'] as const
export type SurfaceName = (typeof surfaceNames)[number]

/** A part of the product that takes input from outside, and a way to try random input on it. */
export interface Surface<Input> {
  /** Draws inputs. They are plain JSON, so that a file can keep them. */
  inputs: fc.Arbitrary<Input>
  /** Sends one input to the product. Throws an error if the product breaks a promise. */
  attempt(input: Input): Promise<void>
  /** Throws an error if the attempts have not reached the product, so that they prove nothing. */
  demandReached?(): void
  close(): Promise<void>
}
