const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** '$125.00' of '125.00'; what has not been decided comes as empty text, and stays it. */
export const formatAmount = (amount: string): string => (amount === '' ? '' : dollars.format(Number(amount)))
export const formatWholeAmount = (amount: number): string => wholeDollars.format(amount)
