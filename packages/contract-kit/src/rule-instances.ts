/**
 * Sets up the container from which class-validator gets its constraint instances. class-validator's own container searches its list from the start for every
 * rule of every validation, which is slow because the contracts have hundreds of rules. Import this module for its side effect.
 */
import { useContainer } from 'class-validator';

const instances = new WeakMap<object, object>();

useContainer({
  get<T>(cls: object): T {
    const instance = instances.get(cls) ?? new (cls as new () => object)();
    instances.set(cls, instance);
    return instance as T;
  },
});
