/** Whether the NPI of `provider p` is deactivated: as the national file says it (its third version), or by its dates. */
export const IS_DEACTIVATED = `(p.deactivated or (p.deactivation_date is not null
  and (p.reactivation_date is null or p.reactivation_date < p.deactivation_date)))`
