// The steps of the pass `sbf-lower`, in the order in which it takes them, and of `sbf-check`.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace sbf {

// Both answer the value that replaces `I`, or null to leave it as it is.
llvm::Value *lowerArithmetic(llvm::Instruction &I);
llvm::Value *lowerSystemCall(llvm::Instruction &I);

// Rewrites every function and call to what fits in the five argument registers.
void lowerSignatures(llvm::Module &M);

// Says what of a lowered program no backend or VM would accept, and in which function: a line each.
// Answers whether there was anything.
bool reportUnsupported(llvm::Module &M);

// The function `Name` of the runtime or the VM, declared where the module does not have it yet.
inline llvm::FunctionCallee function(llvm::Module &M, llvm::StringRef Name, llvm::Type *Result,
                                     llvm::ArrayRef<llvm::Type *> Params) {
  return M.getOrInsertFunction(Name, llvm::FunctionType::get(Result, Params, false));
}

} // namespace sbf
