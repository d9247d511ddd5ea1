import { customType } from 'drizzle-orm/pg-core'

export const sealed = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const published = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
