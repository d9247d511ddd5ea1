import type { LayoutRequest } from '../../../lib/contracts/index.ts'
import type { Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'

export const sealRequest = ({ seal }: Encryption, layoutId: string, request: LayoutRequest): Buffer =>
  seal(places.layoutRequest(layoutId), request)

export const openRequest = ({ unseal }: Encryption, layoutId: string, sealed: Buffer): LayoutRequest =>
  unseal(places.layoutRequest(layoutId), sealed) as LayoutRequest
