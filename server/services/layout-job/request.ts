import type { LayoutRequest } from '../../../lib/contracts/index.ts'
import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'

/** Encrypts the request for a layout, because its example note may contain patient data. */
export const sealRequest = ({ seal }: Encryption, layoutId: string, request: LayoutRequest): Buffer =>
  seal(places.layoutRequest(layoutId), request)

/** Decrypts the request for a layout. */
export const openRequest = ({ unseal }: Encryption, layoutId: string, sealed: Buffer): LayoutRequest =>
  unseal(places.layoutRequest(layoutId), sealed) as LayoutRequest
